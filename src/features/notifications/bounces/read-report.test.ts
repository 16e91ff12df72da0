import { expect, test } from 'vitest'
import { manyLines } from '../../../../test/support/hostile-mails.ts'
import { LOST_READER, unknownUser } from '../../../../test/support/report-table.ts'
import { MAX_REPORT_BYTES, readReportIsolated, UnreadableReport } from './read-report.ts'

const report = Buffer.from(unknownUser)

test('a report is read in another process, and only its first megabyte', async () => {
  const long = Buffer.concat([report, Buffer.alloc(MAX_REPORT_BYTES, 'x'), Buffer.alloc(10e6)])
  for (const raw of [report, long]) {
    const read = await readReportIsolated(raw, LOST_READER)
    expect(read).toMatchObject({ kind: 'bounce', status: '5.1.1' })
  }
})

test('a message that would take more than a gigabyte to parse ends only its own process', async () => {
  const lines = Buffer.from(manyLines('bounce@docket.example.com'))
  const limits = { memoryMegabytes: 128, deadlineMs: 170_000 }
  const reading = readReportIsolated(lines, LOST_READER, limits)
  await expect(reading).rejects.toThrow(UnreadableReport)
  await expect(reading).rejects.toThrow('it took too much memory to read')
  expect(process.memoryUsage.rss()).toBeLessThan(1e9)
})

test('a message that is not read by its deadline is given up on', async () => {
  const reading = readReportIsolated(report, LOST_READER, { deadlineMs: 1 })
  await expect(reading).rejects.toThrow(new UnreadableReport('it took too long to read'))
})

test('a reading that is stopped with the service says nothing about the message', async () => {
  const stopping = new AbortController()
  const reading = readReportIsolated(report, LOST_READER, { signal: stopping.signal })
  stopping.abort()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})
