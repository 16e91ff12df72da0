import { expect, test } from 'vitest'
import { clfTime, combined } from '../../../../test/support/access-log.ts'
import { AT, OPTIONS, readLog, target } from '../../../../test/support/read-log.ts'
import { createLogReader } from './read-log.ts'

test('both days on which the clocks change come out right', () => {
  const line = (time: string) => `1.2.3.4 - - [${time}] "GET ${target} HTTP/1.1" 200 1\n`
  const times = [
    '02/Nov/2025:01:30:00 -0400',
    '02/Nov/2025:01:30:00 -0500',
    '09/Mar/2025:03:30:00 -0400',
  ]
  const { downloads } = readLog(times.map(line))
  expect(downloads.map(({ at }) => new Date(at).toISOString())).toEqual([
    '2025-11-02T05:30:00.000Z',
    '2025-11-02T06:30:00.000Z',
    '2025-03-09T07:30:00.000Z',
  ])
})

test('a last line without its end counts when it is whole', () => {
  const line = combined({ at: AT })
  expect(readLog([`${line}\n${line}`]).downloads).toHaveLength(2)
  expect(readLog([`${line}\n${line}`], {}, true).downloads).toHaveLength(1)
})

test('a log cut anywhere holds no download that the whole one does not', () => {
  const whole = `${combined({ at: AT })} 0.004\n${combined({ at: AT + 1000 })} 0.004\n`
  const { keys } = readLog([whole])
  for (let end = whole.indexOf('\n') + 1; end <= whole.length; end += 1)
    expect(keys).toEqual(expect.arrayContaining(readLog([whole.slice(0, end)]).keys))
})

test('a log of the common format cut in its last size holds the same download', () => {
  const whole = `1.2.3.4 - - [${clfTime(AT)}] "GET ${target} HTTP/1.1" 200 5120\n`
  expect(readLog([whole.slice(0, -3)]).keys).toEqual(readLog([whole]).keys)
})

test('a byte order mark at the beginning is no part of the first line', () => {
  expect(readLog([`\xef\xbb\xbf${combined({ at: AT })}\n`]).downloads).toHaveLength(1)
})

test('a line of 100 MB is one line, too long, and the next one is read', () => {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  const pieces = Array.from({ length: 100 }, () => piece)
  const { lines, skipped, downloads } = readLog([...pieces, `\n${combined({ at: AT })}\n`])
  expect({ lines, tooLong: skipped.too_long, downloads: downloads.length }).toEqual({
    lines: 2,
    tooLong: 1,
    downloads: 1,
  })
})

test('user agents without end make small batches', () => {
  const sizes: number[] = []
  const reader = createLogReader(OPTIONS, ({ userAgents }) => sizes.push(userAgents.length))
  for (let index = 0; index < 4500; index += 1)
    reader.push(Buffer.from(`${combined({ at: AT, userAgent: `${index}${'y'.repeat(600)}` })}\n`))
  expect(sizes).toEqual([2001, 2001])
})
