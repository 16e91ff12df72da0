import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { LOST_READER, reportShapes } from '../../../../test/support/report-shapes.ts'
import { readMail } from './read-mail.ts'
import { isLost, readReport } from './report-rules.ts'

describe('what servers send back', () => {
  it.each(reportShapes)('%s', async (_, message, expected) => {
    for (const raw of [message, message.replaceAll('\n', '\r\n')]) {
      expect(readReport(await readMail(Buffer.from(raw)), LOST_READER)).toEqual(expected)
    }
  })

  it('is at least thirty shapes', () => expect(reportShapes.length).toBeGreaterThanOrEqual(30))
})

test.each([
  ['5.1.1', true],
  ['5.1.2', true],
  ['5.1.10', true],
  ['5.2.1', true],
  ['5.1.7', false],
  ['5.1.8', false],
  ['5.2.2', false],
  ['5.7.1', false],
  ['5.0.0', false],
  ['4.1.1', false],
])('whether an address is lost by %s: %s', (status, expected) =>
  expect(isLost(status)).toBe(expected),
)

test('whatever comes is read, and words that nobody bounds stay short', async () => {
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
