import { expect, it } from 'vitest'
import * as rules from './rules.ts'

const { backupTime, judgeBackup, judgeDocuments, judgePause, judgeSettings, notOk, ok } = rules

const NOW = Date.UTC(2026, 10, 26, 15)
const hoursAgo = (hours: number) => NOW - hours * 3_600_000

it('reads when the last backup ended, whatever is in the file', () => {
  const text = '{"finished_at":"2026-11-26T03:00:00Z","folder":"/backup","hashes_compared":9}'
  expect(backupTime(text)).toBe(hoursAgo(12))
  const odd = ['', '{', 'null', '[]', '"x"', '{"finished_at":{}}', '{"finished_at":"soon"}']
  for (const one of [undefined, ...odd]) expect(backupTime(one)).toBeUndefined()
})

it.each([
  [hoursAgo(1), true, 'ok', /ended 1 hour ago/],
  [hoursAgo(12), true, 'ok', /ended 12 hours ago/],
  [hoursAgo(49), true, 'not ok', /ended 49 hours ago: run deploy\/backup\.sh/],
  [hoursAgo(49), false, 'not ok', /ended 49 hours ago/],
  [hoursAgo(-24 * 365), true, 'not ok', /run deploy\/backup\.sh/],
  [undefined, true, 'not ok', /there is no backup: run deploy\/backup\.sh/],
  [undefined, false, 'ok', /not needed yet/],
])(
  'a backup of %s, where something has been public for 48 hours: %s, is %s',
  (at, isPublishing, state, text) => {
    const result = judgeBackup(at, { now: NOW, isPublishing })
    expect(result).toEqual({ state, text: expect.stringMatching(text) })
  },
)

it('names a few of the documents whose files are missing', () => {
  const two = expect.stringContaining('2 of 7 published documents (ID 3, 5) are missing')
  const many = expect.stringContaining('(ID 1, 2, 3, 4, 5, …)')
  expect(judgeDocuments([], 7)).toEqual(ok('7 files present'))
  expect(judgeDocuments([3, 5], 7)).toEqual(notOk(two))
  expect(judgeDocuments([1, 2, 3, 4, 5, 6], 9)).toEqual(notOk(many))
})

it('says why mail pauses, and what is wrong with the settings', () => {
  expect(judgePause(undefined).state).toBe('ok')
  expect(judgePause({ reply: '535 wrong password' }).text).toContain('535 wrong password')
  expect(judgeSettings([]).state).toBe('ok')
  const problems = ['A is not a setting', 'B has no effect']
  expect(judgeSettings(problems)).toEqual(notOk('A is not a setting. B has no effect'))
})
