import { expect, test } from 'vitest'
import type { FilingEntry } from '../../platform/database/schema.ts'
import { readinessOf } from './filing-summary.tsx'

const entry = {
  ...{ number: '12', filed_on: '2026-07-30', title: 'Order', description: '', type: 'Order' },
  ...{ filed_by: '', guessed: '', reason: '', problem: '' },
} as unknown as FilingEntry
const duplicate = [{ kind: 'duplicate' }] as const

test('a file that its entry already has needs a decision; elsewhere it may be meant', () => {
  expect(readinessOf({ ...entry, entry_id: 3 }, duplicate, true)).toBe('decision')
  expect(readinessOf({ ...entry, entry_id: null }, duplicate, true)).toBe('ready')
  expect(readinessOf({ ...entry, entry_id: 3 }, [], true)).toBe('ready')
})
