import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EventFields, planEvents } from './rules.ts'

const event = (uid: string, note = ''): EventFields => ({
  ...{ uid, kind: 'hearing', held_on: '2026-08-14', held_at: null, place: '', note },
})
test('a plan changes, adds and removes what differs, and nothing else', () => {
  const uids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
  const texts = fc.constantFrom('', 'x')
  fc.assert(
    fc.property(uids, uids, texts, (before, after, note) => {
      const plan = planEvents(
        before.map((uid) => event(uid)),
        after.map((uid) => event(uid, note)),
      )
      const kept = after.filter((uid) => before.includes(uid))
      expect(plan.added.map(({ uid }) => uid)).toEqual(after.filter((uid) => !before.includes(uid)))
      expect(plan.removed.map(({ uid }) => uid).sort()).toEqual(
        before.filter((uid) => !after.includes(uid)).sort(),
      )
      expect(plan.changed.map(({ stored }) => stored.uid)).toEqual(note === '' ? [] : kept)
    }),
  )
})
