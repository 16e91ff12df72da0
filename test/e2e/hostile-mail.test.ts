import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findBounceMailbox } from '../../src/features/notifications/bounces/queries.ts'
import { BOUNCE_ADDRESS, listBounced, openReported } from '../support/bounced-mail.ts'
import { manyLines } from '../support/hostile-mails.ts'
import { startImapStandIn } from '../support/imap-stand-in.ts'
import { startForTest } from '../support/run-for-test.ts'

test('mail made to stop the site does not stop it', async () => {
  const mailbox = await startImapStandIn()
  const { platform, addressOf, report } = await openReported('sqlite', 2)

  const { dataDir, databaseUrl } = platform.config
  const settings = {
    MAIL_BOUNCE_ADDRESS: BOUNCE_ADDRESS,
    BOUNCE_MAILBOX: mailbox.url,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: platform.secretKey,
  }
  const docket = await startForTest(settings, dataDir)
  mailbox.put(manyLines(addressOf(1)), report(2))
  let longest = 0
  while (!mailbox.messages.every(({ isSeen }) => isSeen)) {
    const begun = performance.now()
    expect((await fetch(`${docket.url}/healthz`)).status).toBe(200)
    longest = Math.max(longest, performance.now() - begun)
    await sleep(5)
  }
  // It held up every request for 40 s and more. This machine may be busy with other tests.
  expect(longest).toBeLessThan(10_000)
  expect(await listBounced(platform)).toEqual([2])
  expect((await findBounceMailbox(platform.db)).set_aside).toBe(1)
  expect(docket.output().match(/was set aside unread/g)).toHaveLength(1)
})
