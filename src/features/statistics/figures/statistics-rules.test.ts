import { expect, test } from 'vitest'
import * as rules from './statistics-rules.ts'

const figures = (
  downloads: number,
  downloadsWithoutIp: number,
  uniqueVisitors: number | null,
): rules.Figures => ({ downloads, downloadsWithoutIp, uniqueVisitors })
const since = { ipsRecordedFrom: '2026-07-30' }
const never = { ipsRecordedFrom: null }

test.each([
  ['only without IPs', figures(12, 12, null), 'downloads (visitor IPs not recorded)'],
  ['some without', figures(12, 3, 5), 'downloads'],
  ['one', figures(1, 0, 1), 'download'],
  ['none, before IPs were recorded', figures(0, 0, null), 'downloads'],
])('the label of the figure of %s says what it counts', (_, of, label) => {
  expect(rules.downloadsLabel(of)).toBe(label)
})

const UNKNOWN = 'so the number of visitors is unknown.'
const SINCE = 'Visitor IPs are on record from 07/30/2026 on;'
const NONE = `${SINCE} 12 downloads without an IP, ${UNKNOWN}`
const ONE = `${SINCE} 1 download without an IP, ${UNKNOWN}`
const MIXED = `${SINCE} 392 of the 1,106 downloads had none. Downloads without an IP never count as visitors.`
const DAYS = `${SINCE} the number of visitors for these days is unknown.`
const NEVER = `No visitor IPs are on record; 12 downloads without an IP, ${UNKNOWN}`

test.each([
  ['a mixed range', figures(1106, 392, 329), since, MIXED],
  ['a range before', figures(12, 12, null), since, NONE],
  ['a single download before', figures(1, 1, null), since, ONE],
  ['an empty range before', figures(0, 0, null), since, DAYS],
  ['a service that never had one', figures(12, 12, null), never, NEVER],
  ['a range with all IPs', figures(12, 0, 5), since, undefined],
  ['an empty range since', figures(0, 0, 0), since, undefined],
])('the sentence about %s says what its IPs allow to say', (_, of, period, sentence) => {
  expect(rules.visitorSentence(of, period)).toBe(sentence)
})

test.each([
  [figures(12, 12, null), 'downloads (visitor IPs not recorded)'],
  [figures(1200, 1100, 5), '1,100 of 1,200 without a visitor IP'],
  [figures(12, 0, 5), ''],
  [figures(0, 0, null), ''],
])('the note beside the figures %j says how many lack an IP', (of, text) => {
  expect(rules.missingIpsNote(of)).toBe(text)
})

test('both counts are the same whichever is shown', () => {
  const both = { include: 100, exclude: 88 }
  expect(rules.robotCounts('include', { downloads: 100, robotDownloads: 12 })).toEqual(both)
  expect(rules.robotCounts('exclude', { downloads: 88, robotDownloads: 12 })).toEqual(both)
})

test.each([
  [figures(0, 0, null), '0 downloads'],
  [figures(1, 1, null), '1 download (visitor IPs not recorded)'],
  [figures(9, 4, 3), '9 downloads, 3 unique visitors, 4 without a visitor IP'],
])('a bar is described in words', (of, words) => {
  expect(rules.barText({ ...of, day: '2026-07-30' })).toBe(`07/30/2026: ${words}`)
})

test.each([
  [1012, 940, '1,012 downloads in the last 7 days, up from 940 in the 7 days before'],
  [1, 1204, '1 download in the last 7 days, down from 1,204 in the 7 days before'],
  [0, 0, '0 downloads in the last 7 days, the same as in the 7 days before'],
])('a week of %i after one of %i is described in a sentence', (recent, earlier, words) => {
  expect(rules.weekText(recent, earlier)).toBe(words)
})
