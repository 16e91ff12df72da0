import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import {
  LOST_READER,
  readTable,
  reportOf,
  reportShapes,
} from '../../../../test/support/report-table.ts'
import { readMail } from './read-mail.ts'
import { haveFailedForDays, readReport } from './report-rules.ts'

it.each(reportShapes)('what servers send back: %s', async (_, message, expected) => {
  for (const raw of [message, message.replaceAll('\n', '\r\n')])
    expect(readReport(await readMail(Buffer.from(raw)), LOST_READER)).toEqual(expected)
})

test('our recipient is found among 999 others that failed', async () => {
  const failed = (number: number) =>
    `Final-Recipient: rfc822; another${number}@example.org\nAction: failed\nStatus: 5.1.1\n\n`
  const others = Array.from({ length: 999 }, (_, number) => failed(number)).join('')
  const raw = reportOf('dsn | 2.1.5 |  | Action: delivered').replace('Final-', `${others}Final-`)
  expect(readReport(await readMail(Buffer.from(raw)), LOST_READER)).toBeUndefined()
})

const HOUR = 3_600_000

test.each([
  [[72, 48, 24], true],
  [[90, 80, 66, 60, 42, 30, 18], true],
  [[72, 71, 70, 49], false],
  [[72, 48, 25], false],
  [[], false],
])('failures of messages %j hours old are on three days: %s', (hours, expected) =>
  expect(haveFailedForDays(hours.map((hour) => hour * HOUR))).toBe(expected),
)

test('anything can be read, and long replies are shortened', async () => {
  const lines = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom('Action: failed', 'Status: 5.1.1', '', '--b1', 'Diagnostic-Code: smtp;'),
    ),
  )
  const head =
    'Content-Type: multipart/report; boundary="b1"\n\n--b1\nContent-Type: message/delivery-status\n\n'
  await fc.assert(
    fc.asyncProperty(lines, async (some) => {
      const report = readReport(await readMail(Buffer.from(head + some.join('\n'))), LOST_READER)
      expect(['bounce', undefined]).toContain(report?.kind)
      if (report) expect(report.words.length).toBeLessThanOrEqual(302)
    }),
  )
})

/* Judged by what the words mean: `mailbox` ends an address, `recipient` counts toward it, nothing else touches it. */

const { gone = [], kept = [], read: _, ...kinds } = readTable()
const table = Object.entries(kinds).flatMap(([kind, lines]) => lines.map((line) => [kind, line]))

async function kindOf(line: string): Promise<string> {
  const report = readReport(await readMail(Buffer.from(reportOf(line))), LOST_READER)
  return report?.kind === 'bounce' ? report.cause : (report?.kind ?? 'other')
}

it.each(table)('%s: %s', async (kind = '', line = '') => {
  expect(await kindOf(line), reportOf(line)).toBe(kind)
})

/** Replies to RCPT TO, in the reports of three servers whose Status is 5.1.1. */
const replies = [
  ...gone.map((words) => [words, true] as const),
  ...kept.map((words) => [words, false] as const),
]

it.each(replies)('“%s” ends an address: %s', async (words, isEnded) => {
  for (const line of [
    `dsn | 5.1.1 | ${words}`,
    `exim | SMTP error from remote mail server after RCPT TO:<{us}>:⏎    ${words}`,
    `qmail | 192.0.2.4 does not like recipient.⏎Remote host said: ${words}⏎Giving up.`,
  ]) {
    expect((await kindOf(line)) === 'mailbox', line).toBe(isEnded)
  }
})
