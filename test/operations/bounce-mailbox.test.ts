import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { findBounceMailbox } from '../../src/features/notifications/bounces/queries.ts'
import { createMailboxWatch } from '../../src/features/notifications/bounces/watch-mailbox.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { BOUNCE_ADDRESS, listBounced, openReported } from '../support/bounced-mail.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { until } from '../support/delivery.ts'
import {
  createMailboxServer,
  hasDovecot,
  type MailboxServer,
  PASSWORD,
} from '../support/dovecot.ts'
import { hasPostfix, startPostfix } from '../support/postfix.ts'
import { startForTest } from '../support/run-for-test.ts'
import { killProcess, startWorkerProcess } from '../support/worker-process.ts'

/** A real Dovecot, if the machine has one. */
describe.skipIf(!hasDovecot)('the bounce mailbox', () => {
  let server: MailboxServer

  beforeEach(async () => {
    server = await createMailboxServer()
    await server.start()
    return server.dispose
  })

  /** Sends a notification to this many subscribers. */
  const openSent = (subscribers: number, settings: Record<string, string> = {}) =>
    openReported('sqlite', subscribers, { BOUNCE_MAILBOX: server.url, ...settings })

  function watch(platform: Platform) {
    const mailbox = createMailboxWatch(platform, { pollMs: 200, retryMs: 100 })
    onTestFinished(() => mailbox.stop())
    mailbox.start()
    return mailbox
  }

  const problemOf = async ({ db }: Platform) => (await findBounceMailbox(db)).problem

  test('existing reports are read, new ones are read as they arrive, and each once', async () => {
    const { platform, report } = await openSent(4)
    server.put(report(1))
    server.put('From: somebody\nSubject: Not a report\n\nHello')
    server.put(report(2))
    const mailbox = watch(platform)
    await until(async () => (await listBounced(platform)).length === 2)
    server.put(report(3))
    await until(async () => (await listBounced(platform)).length === 3)
    await mailbox.stop()
    await platform.db.updateTable('deliveries').set({ state: 'sent' }).where('id', '<', 4).execute()
    server.put(report(4))
    watch(platform)
    await until(async () => (await listBounced(platform)).length > 0)
    expect(await listBounced(platform)).toEqual([4])
  })

  test('a server’s outage is reported, and its mail is read again afterward', async () => {
    const { platform, report } = await openSent(2)
    watch(platform)
    server.put(report(1))
    await until(async () => (await listBounced(platform)).length === 1)
    await server.stop()
    await until(async () => (await problemOf(platform)) !== '')
    expect(await problemOf(platform)).toContain('The mailbox cannot be read')
    server.put(report(2))
    await server.start()
    await until(async () => (await listBounced(platform)).length === 2)
    await until(async () => (await problemOf(platform)) === '')
  })

  test('a server without IDLE is polled', async () => {
    const polled = await createMailboxServer(WITHOUT_IDLE)
    onTestFinished(polled.dispose)
    await polled.start()
    const { platform, report } = await openSent(2, { BOUNCE_MAILBOX: polled.url })
    watch(platform)
    for (const delivery of [1, 2]) {
      polled.put(report(delivery))
      await until(async () => (await listBounced(platform)).length === delivery)
    }
  })

  test.each([
    ['unreachable', (url: string) => url.replace(/:\d+\//, ':1/'), 'cannot be read'],
    [
      'of another password',
      (url: string) => url.replace(PASSWORD, 'wrong'),
      'did not accept the user name and password of BOUNCE_MAILBOX',
    ],
  ])('a mailbox that is %s leaves the site ready', async (_, spoil, words) => {
    const settings = { MAIL_BOUNCE_ADDRESS: BOUNCE_ADDRESS, BOUNCE_MAILBOX: spoil(server.url) }
    const docket = await startForTest(settings)
    const problem = () =>
      inDatabaseOf(docket.folder, async (db) => (await findBounceMailbox(db)).problem)
    await until(async () => (await problem()).includes(words))
    expect((await fetch(`${docket.url}/readyz`)).status).toBe(200)
  })

  /** Kills the program three times while it reads. */
  async function readUntilKilled(platform: Platform, reports: number): Promise<void> {
    for (let kills = 1; kills <= 3; kills++) {
      const child = await startProcess(platform)
      await until(async () => (await listBounced(platform)).length >= (kills * reports) / 4)
      await killProcess(child)
    }
    await startProcess(platform)
    await until(async () => (await listBounced(platform)).length >= reports)
  }

  const listStopped = async ({ db }: Platform) => {
    const stopped = db.selectFrom('subscriptions').select('id').where('state', '=', 'bounced')
    return (await stopped.orderBy('id').execute()).map(({ id }) => id)
  }

  test('killed while reading: each address that does not exist is marked once, and no other', async () => {
    const [recipients, lost] = [2000, 200]
    const { platform, report } = await openSent(recipients)
    const every = recipients / lost
    const expected = Array.from({ length: lost }, (_, index) => (index + 1) * every)
    for (const delivery of expected) server.put(report(delivery))
    await readUntilKilled(platform, lost)
    expect(await listBounced(platform)).toEqual(expected)
    expect(await listStopped(platform)).toEqual(expected)
  }, 300_000)

  test.skipIf(!hasPostfix)(
    'what a real Postfix returns, for nobody and for the full',
    async () => {
      const reports = server.maildir
      const recipients = 2000
      const ids = Array.from({ length: recipients }, (_, index) => index + 1)
      const each = (every: number) => ids.filter((id) => id % every === every / 5)
      const [lost, full] = [each(10), each(25)]
      const reader = (id: number) => `reader${id - 1}@example.org`
      const reachable = ids.filter((id) => !lost.includes(id) && !full.includes(id)).map(reader)
      const SMTP_URL = await startPostfix({ reports, existing: reachable, full: full.map(reader) })
      const { platform } = await openSent(recipients, { SMTP_URL })
      const expected = ids.filter((id) => lost.includes(id) || full.includes(id))
      await readUntilKilled(platform, expected.length)
      expect(await listBounced(platform)).toEqual(expected)
      expect(await listStopped(platform)).toEqual(lost)
      const arrived = ['new', 'cur'].flatMap((name) => readdirSync(join(reports, name)))
      expect(arrived).toHaveLength(expected.length)
    },
    300_000,
  )
})

/** The capabilities of Debian's Dovecot, without one. */
const WITHOUT_IDLE = 'imap_capability = IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE LITERAL+\n'

const startProcess = (platform: Platform) =>
  startWorkerProcess(platform, {
    MAIL_BOUNCE_ADDRESS: BOUNCE_ADDRESS,
    BOUNCE_MAILBOX: platform.config.mail.bounceMailbox,
    SECRET_KEY: platform.secretKey,
  })
