import { expect, test } from 'vitest'
import {
  downloadsLabel,
  erasedSentence,
  type Figures,
  missingIpsNote,
  robotCounts,
  visitorSentence,
} from './statistics-rules.ts'

const figures = (
  downloads: number,
  downloadsWithoutIp: number,
  uniqueVisitors: number | null,
): Figures => ({ downloads, downloadsWithoutIp, uniqueVisitors })
const since = { ipsRecordedFrom: '2026-07-30' }
const never = { ipsRecordedFrom: null }

test.each([
  ['only without IPs', figures(12, 12, null), 'downloads (visitor IPs not recorded)'],
  ['one without an IP', figures(1, 1, null), 'downloads (visitor IPs not recorded)'],
  ['some without', figures(12, 3, 5), 'downloads'],
  ['all with', figures(12, 0, 5), 'downloads'],
  ['one', figures(1, 0, 1), 'download'],
  ['none, before IPs were recorded', figures(0, 0, null), 'downloads'],
])('the label of the figure of %s says what it counts', (_, of, label) => {
  expect(downloadsLabel(of)).toBe(label)
})

const UNKNOWN = 'so the number of visitors is unknown.'
const SINCE = 'Visitor IPs have been recorded since 07/30/2026;'
const NONE = `${SINCE} none of these 12 downloads has one, ${UNKNOWN}`
const ONE = `${SINCE} this download has none, ${UNKNOWN}`
const MIXED = `${SINCE} 392 of the 1,106 downloads had none. Downloads without an IP never count as visitors.`
const DAYS = `${SINCE} the number of visitors for these days is unknown.`
const NEVER = `No visitor IPs have been recorded yet; none of these 12 downloads has one, ${UNKNOWN}`

test.each([
  ['a mixed range', figures(1106, 392, 329), since, MIXED],
  ['a range before', figures(12, 12, null), since, NONE],
  ['a single download before', figures(1, 1, null), since, ONE],
  ['an empty range before', figures(0, 0, null), since, DAYS],
  ['a service that never had one', figures(12, 12, null), never, NEVER],
  ['a range with all IPs', figures(12, 0, 5), since, undefined],
  ['an empty range since', figures(0, 0, 0), since, undefined],
])('the sentence about %s says what its IPs allow to say', (_, of, period, sentence) => {
  expect(visitorSentence(of, period, 0)).toBe(sentence)
})

test('if old IPs are erased, the first day that has any is not called the first one recorded', () => {
  const period = { ipsRecordedFrom: '2026-10-13' }
  const figures = { downloads: 12, downloadsWithoutIp: 2, uniqueVisitors: 3 }
  expect(visitorSentence(figures, period, 45)).toMatch(
    /^The visitor IPs kept now begin on 10\/13\/2026;/,
  )
  const none = { downloads: 12, downloadsWithoutIp: 12, uniqueVisitors: null }
  expect(visitorSentence(none, { ipsRecordedFrom: null }, 45)).toMatch(
    /^No visitor IPs are kept now;/,
  )
})

test.each([
  [figures(12, 12, null), 'downloads (visitor IPs not recorded)'],
  [figures(1200, 1100, 5), '1,100 of 1,200 without a visitor IP'],
  [figures(12, 0, 5), ''],
  [figures(0, 0, null), ''],
  [figures(0, 0, 0), ''],
])('the note beside the figures %j says how many lack an IP', (of, text) => {
  expect(missingIpsNote(of)).toBe(text)
})

test.each([
  [figures(12, 5, 3), 90, 'Visitor IPs are erased after 90 days'],
  [figures(12, 12, null), 1, 'Visitor IPs are erased after a day'],
  [figures(12, 5, 3), 0, undefined],
  [figures(12, 0, 3), 90, undefined],
])('a sentence says that IPs are erased: %j after %i days', (of, days, sentence) => {
  expect(erasedSentence(of, days)?.split(';')[0]).toBe(sentence)
})

test('both counts are the same whichever is shown', () => {
  const both = { include: 100, exclude: 88 }
  expect(robotCounts('include', { downloads: 100, robotDownloads: 12 })).toEqual(both)
  expect(robotCounts('exclude', { downloads: 88, robotDownloads: 12 })).toEqual(both)
})
