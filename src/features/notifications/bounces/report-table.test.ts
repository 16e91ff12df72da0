import { expect, it, test } from 'vitest'
import { LOST_READER, readTable, reportOf } from '../../../../test/support/report-table.ts'
import { readMail } from './read-mail.ts'
import { readReport } from './report-rules.ts'

/* Judged by what the words mean: `mailbox` ends an address, `recipient` counts towards it, nothing else touches it. */

const { gone = [], kept = [], read: _, ...kinds } = readTable()
const table = Object.entries(kinds).flatMap(([kind, lines]) => lines.map((line) => [kind, line]))

async function kindOf(line: string): Promise<string> {
  const report = readReport(await readMail(Buffer.from(reportOf(line))), LOST_READER)
  return report?.kind === 'bounce' ? report.cause : (report?.kind ?? 'other')
}

test('the table has at least 150 reports', () => {
  expect(table.length).toBeGreaterThanOrEqual(150)
})

it.each(table)('%s: %s', async (kind = '', line = '') => {
  expect(await kindOf(line), reportOf(line)).toBe(kind)
})

/** Replies to RCPT TO, in the reports of three servers whose Status is 5.1.1. */
const replies = [
  ...gone.map((words) => [words, true] as const),
  ...kept.map((words) => [words, false] as const),
]

it.each(replies)('after “%s” an address is ended: %s', async (words, isEnded) => {
  for (const line of [
    `dsn | 5.1.1 | ${words}`,
    `exim | SMTP error from remote mail server after RCPT TO:<{us}>:⏎    ${words}`,
    `qmail | 192.0.2.4 does not like recipient.⏎Remote host said: ${words}⏎Giving up.`,
  ]) {
    expect((await kindOf(line)) === 'mailbox', line).toBe(isEnded)
  }
})
