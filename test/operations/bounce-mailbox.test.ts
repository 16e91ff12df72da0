import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { findBounceMailbox } from '../../src/features/notifications/bounces/queries.ts'
import { createMailboxWatch } from '../../src/features/notifications/bounces/watch-mailbox.ts'
import { BOUNCE_ADDRESS, listBounced, openReported } from '../support/bounced-mail.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { until } from '../support/delivery.ts'
import {
  hasDovecot,
  hasPostfix,
  type MailboxServer,
  PASSWORD,
  startMailboxServer,
  startPostfix,
} from '../support/mail-servers.ts'
import { startForTest } from '../support/run-for-test.ts'
import { killProcess, startWorkerProcess } from '../support/worker-process.ts'

/** A real Dovecot, if the machine has one. */
describe.skipIf(!hasDovecot)('the bounce mailbox', () => {
  let server: MailboxServer

  beforeEach(async () => {
    server = await startMailboxServer()
    return server.stop
  })

  /** Sends a notification to this many subscribers. */
  const openSent = (subscribers: number, settings: Record<string, string> = {}) =>
    openReported('sqlite', subscribers, { BOUNCE_MAILBOX: server.url, ...settings })

  test('a server without IDLE is polled', async () => {
    const polled = await startMailboxServer(WITHOUT_IDLE)
    onTestFinished(polled.stop)
    const { platform, report } = await openSent(2, { BOUNCE_MAILBOX: polled.url })
    const mailbox = createMailboxWatch(platform, { pollMs: 200 })
    onTestFinished(() => mailbox.stop())
    mailbox.start()
    for (const delivery of [1, 2]) {
      polled.put(report(delivery))
      await until(async () => (await listBounced(platform)).length === delivery)
    }
  })

  test('a mailbox of another password leaves the site ready', async () => {
    const BOUNCE_MAILBOX = server.url.replace(PASSWORD, 'wrong')
    const docket = await startForTest({ MAIL_BOUNCE_ADDRESS: BOUNCE_ADDRESS, BOUNCE_MAILBOX })
    const words = 'did not accept the user name and password of BOUNCE_MAILBOX'
    const problem = async () => (await inDatabaseOf(docket.folder, findBounceMailbox)).problem
    await until(async () => (await problem()).includes(words))
    expect((await fetch(`${docket.url}/readyz`)).status).toBe(200)
  })

  test.skipIf(!hasPostfix)(
    'killed while reading what a real Postfix returns, each address is marked once, and only those that do not exist are stopped',
    async () => {
      const recipients = 1000
      const ids = Array.from({ length: recipients }, (_, index) => index + 1)
      const each = (every: number) => ids.filter((id) => id % every === every / 5)
      const [lost, full] = [each(10), each(25)]
      const returned = ids.filter((id) => lost.includes(id) || full.includes(id))
      const reader = (id: number) => `reader${id - 1}@example.org`
      const { maildir } = server
      const SMTP_URL = await startPostfix({
        reports: maildir,
        existing: ids.filter((id) => !returned.includes(id)).map(reader),
        full: full.map(reader),
      })
      const { platform } = await openSent(recipients, { SMTP_URL })
      const untilRead = (share: number) =>
        until(async () => (await listBounced(platform)).length >= share * returned.length)
      const start = () =>
        startWorkerProcess(platform, {
          MAIL_BOUNCE_ADDRESS: BOUNCE_ADDRESS,
          BOUNCE_MAILBOX: server.url,
          SECRET_KEY: platform.secretKey,
        })
      for (const share of [0.25, 0.5, 0.75]) {
        const child = await start()
        await untilRead(share)
        await killProcess(child)
      }
      await start()
      await untilRead(1)
      expect(await listBounced(platform)).toEqual(returned)
      const stopped = platform.db.selectFrom('subscriptions').where('state', '=', 'bounced')
      const left = await stopped.select('id').orderBy('id').execute()
      expect(left.map(({ id }) => id)).toEqual(lost)
      const arrived = ['new', 'cur'].flatMap((name) => readdirSync(join(maildir, name)))
      expect(arrived).toHaveLength(returned.length)
    },
    300_000,
  )
})

/** The capabilities of Debian's Dovecot, without one. */
const WITHOUT_IDLE = 'imap_capability = IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE LITERAL+\n'
