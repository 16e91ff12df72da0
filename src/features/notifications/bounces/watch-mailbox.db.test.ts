import { describe, expect, onTestFinished, test } from 'vitest'
import { openReported } from '../../../../test/support/bounced-mail.ts'
import { until } from '../../../../test/support/delivery.ts'
import { manyLines } from '../../../../test/support/hostile-mails.ts'
import { startImapStandIn } from '../../../../test/support/imap-stand-in.ts'
import type { DialectName } from '../../../platform/database/dialect.ts'
import type { Platform } from '../../../platform/platform.ts'
import { beginReportReading, findBounceMailbox } from './queries.ts'
import { createMailboxWatch } from './watch-mailbox.ts'

async function openSent(dialect: DialectName) {
  const mailbox = await startImapStandIn()
  const fixture = await openReported(dialect, 2, { BOUNCE_MAILBOX: mailbox.url })
  return { ...fixture, mailbox, hostile: () => manyLines(fixture.addressOf(1)) }
}

function watch(platform: Platform) {
  const limits = { memoryMegabytes: 160 }
  const watching = createMailboxWatch(platform, { retryMs: 50, limits })
  onTestFinished(() => watching.stop())
  watching.start()
  return watching
}

const stateOf = async ({ db }: Platform, id: number) => {
  const rows = await db.selectFrom('deliveries').select(['id', 'state']).execute()
  return rows.find((row) => row.id === id)?.state
}

describe('the bounce mailbox', () => {
  test('a message that cannot be read is set aside once, and those behind it are read', async () => {
    const { platform, mailbox, report, hostile } = await openSent('sqlite')
    mailbox.put(hostile(), report(2))
    const first = watch(platform)
    await until(() => mailbox.messages.every(({ isSeen }) => isSeen))
    await first.stop()
    watch(platform)
    mailbox.put(report(1))
    await until(() => mailbox.messages.every(({ isSeen }) => isSeen))
    await until(async () => (await findBounceMailbox(platform.db)).reading === '')
    expect(mailbox.messages.map(({ fetches }) => fetches)).toEqual([1, 1, 1])
    expect(await stateOf(platform, 1)).toBe('bounced')
    expect(await stateOf(platform, 2)).toBe('bounced')
    expect(await findBounceMailbox(platform.db)).toMatchObject({ set_aside: 1, problem: '' })
  })

  test('a message over which its server ends the connection holds up no other', async () => {
    const { platform, mailbox, report } = await openSent('sqlite')
    mailbox.put('Subject: broken\r\n\r\n', report(1), report(2))
    const [broken] = mailbox.messages
    if (broken) broken.isBroken = true
    watch(platform)
    await until(() => mailbox.messages[2]?.isSeen)
    expect(mailbox.messages.map(({ isSeen }) => isSeen)).toEqual([false, true, true])
    expect(await stateOf(platform, 2)).toBe('bounced')
    expect((await findBounceMailbox(platform.db)).problem).toMatch(/^The mailbox cannot be read: /)
  })

  test('stopping the service in the middle of a message leaves it to the next start', async () => {
    const { platform, mailbox, report } = await openSent('sqlite')
    mailbox.put(report(1))
    for (let starts = 1; starts <= 3; starts++) {
      const watching = watch(platform)
      await until(() => mailbox.messages[0]?.fetches === starts)
      await watching.stop()
      if (mailbox.messages[0]?.isSeen) break
    }
    expect((await findBounceMailbox(platform.db)).set_aside).toBe(0)
    watch(platform)
    await until(async () => (await stateOf(platform, 1)) === 'bounced')
  })
})

test.each([
  ['UID SEARCH', 'The mail server did not list the messages in the folder.'],
  ['UID STORE', 'allow its user to write to the folder'],
])(
  'a mailbox whose server refuses %s is said to be unreadable, and read again later',
  async (command, words) => {
    const { platform, mailbox, report } = await openSent('sqlite')
    mailbox.put(report(1))
    mailbox.refused.add(command)
    watch(platform)
    const problem = async () => (await findBounceMailbox(platform.db)).problem
    await until(async () => (await problem()).includes(words))
    mailbox.refused.clear()
    await until(async () => (await problem()) === '')
    expect(mailbox.messages.map(({ isSeen }) => isSeen)).toEqual([true])
    expect(await stateOf(platform, 1)).toBe('bounced')
  },
)

describe.each(['sqlite', 'postgres'] as const)('the readings of its messages on %s', (dialect) => {
  test.each([
    [4, 'bounced', 0],
    [5, 'sent', 1],
  ])(
    'a report that was being read when the program died %i times',
    async (deaths, state, aside) => {
      const { platform, mailbox, report } = await openSent(dialect)
      mailbox.put(report(1), report(2))
      // Of a message that somebody has deleted since.
      await beginReportReading(platform.db, '7/9')
      for (let death = 1; death <= deaths; death++)
        expect(await beginReportReading(platform.db, '7/1')).toBe(death)
      watch(platform)
      await until(() => mailbox.messages.every(({ isSeen }) => isSeen))
      expect(await stateOf(platform, 1)).toBe(state)
      expect(await stateOf(platform, 2)).toBe('bounced')
      expect((await findBounceMailbox(platform.db)).set_aside).toBe(aside)
    },
  )
})
