import { expect, test } from 'vitest'
import type { FilingEntry } from '../../platform/database/schema.ts'
import { BLANK_ENTRY } from '../docket/entries/entry-fields.ts'
import { readinessOf } from './filing-summary.tsx'

const typed = { ...BLANK_ENTRY, filed_on: '2026-07-30', title: 'Order' }
const entry = { ...typed, guessed: '', reason: '', problem: '' } as unknown as FilingEntry
const duplicate = [{ kind: 'duplicate' }] as const

test('a file that its entry already has needs a decision; elsewhere it may be meant', () => {
  expect(readinessOf({ ...entry, entry_id: 3 }, duplicate, true)).toBe('decision')
  expect(readinessOf({ ...entry, entry_id: null }, duplicate, true)).toBe('ready')
  expect(readinessOf({ ...entry, entry_id: 3 }, [], true)).toBe('ready')
})
