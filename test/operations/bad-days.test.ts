import { expect, test } from 'vitest'
import { signIn } from '../support/admin-client.ts'
import { freePort } from '../support/free-port.ts'
import { startWithSubscribers } from '../support/notified-docket.ts'
import { startForTest } from '../support/run-for-test.ts'
import { sinkWith } from '../support/smtp-mailing.ts'

/* Days of docs/troubleshooting.md that no other test has. */

test('the SMTP password was changed: messages wait, and go out once with the new one', async () => {
  const port = await freePort()
  const sink = await sinkWith({ port, login: { user: 'docket', password: 'the new one' } })
  const settings = (password: string) => ({
    NOTIFICATIONS_MODE: 'live',
    SMTP_URL: `smtp://docket:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    LOG_LEVEL: 'silent',
  })
  const docket = await startWithSubscribers(4, settings('the old one'))
  const administrator = await signIn(docket.url)
  expect((await administrator.post('/admin/entries/1/notifications', {})).status).toBe(303)
  const page = async () => (await administrator.get('/admin/notifications/1')).body
  await expect.poll(page, { timeout: 30_000 }).toMatch(/535|authentication/i)
  expect(sink.counts.size).toBe(0)
  await docket.stop()

  await startForTest(settings('the new one'), docket.folder)
  await expect.poll(() => [...sink.counts.values()], { timeout: 60_000 }).toEqual([1, 1, 1, 1])
})
