import { expect, test } from 'vitest'
import { type FindingKind, fileFinding } from '../../checks/finding-rules.ts'
import type { AcceptedFile } from './accept-files.ts'
import { readReason, splitByDisclosure } from './findings.ts'

test.each<[FindingKind, number]>([
  ['covered_text', 1],
  ['unreadable', 1],
  ['mismatch', 0],
  ['carried', 0],
])('a file with the finding %s waits for a reason: %i', (kind, held) => {
  const reading = { findings: [fileFinding(kind, 'Page 2.')] }
  const file = { name: 'motion.pdf', reading } as unknown as AcceptedFile
  const publish = (reason?: string) => splitByDisclosure([file], { status: 'published', reason })
  expect(publish().refused).toHaveLength(held)
  expect(publish('The court unsealed it.').refused).toEqual([])
})

test('a reason is kept whole, or refused', () => {
  expect(readReason('  The court unsealed it.\n')).toBe('The court unsealed it.')
  expect(readReason(' ')).toBeUndefined()
  expect(() => readReason('x'.repeat(1001))).toThrow('longer than 1,000 characters')
})
