import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { findBounceMailbox } from '../../src/features/notifications/bounces/queries.ts'
import { BOUNCE_ADDRESS, listBounced, openReported } from '../support/bounced-mail.ts'
import { until } from '../support/delivery.ts'
import { hostileMails, manyLines } from '../support/hostile-mails.ts'
import { startImapStandIn } from '../support/imap-stand-in.ts'
import { startForTest } from '../support/run-for-test.ts'

test('mail made to stop the site does not stop it, is set aside, and is not read again', async () => {
  const mailbox = await startImapStandIn()
  onTestFinished(() => mailbox.close())
  const { platform, addressOf, report } = await openReported('sqlite', 2)

  async function start() {
    const { dataDir, databaseUrl } = platform.config
    const settings = {
      MAIL_BOUNCE_ADDRESS: BOUNCE_ADDRESS,
      BOUNCE_MAILBOX: mailbox.url,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: platform.secretKey,
    }
    return startForTest(settings, dataDir)
  }

  const isAllSeen = () => mailbox.messages.every(({ isSeen }) => isSeen)

  const docket = await start()
  const hostile = [...hostileMails.map(([, mail]) => mail), manyLines]
  mailbox.put(...hostile.map((mail) => mail(addressOf(1))))
  mailbox.put(report(2))
  let longest = 0
  while (!isAllSeen()) {
    const begun = performance.now()
    expect((await fetch(`${docket.url}/healthz`)).status).toBe(200)
    longest = Math.max(longest, performance.now() - begun)
    await sleep(5)
  }
  // Each of them held up every request for 40 s and more. This machine may be busy with other tests.
  expect(longest).toBeLessThan(10_000)
  expect(await listBounced(platform)).toEqual([2])
  expect((await findBounceMailbox(platform.db)).set_aside).toBe(1)
  await docket.stop()
  expect(docket.output().match(/was set aside unread/g)).toHaveLength(1)

  await start()
  mailbox.put(report(1))
  await until(isAllSeen)
  expect(await listBounced(platform)).toEqual([1, 2])
  expect(mailbox.messages.map(({ fetches }) => fetches)).toEqual([1, 1, 1, 1, 1, 1])
})
