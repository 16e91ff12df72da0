import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDiskMap } from './disk-map.ts'

test('a map on disk behaves like a map in memory', () => {
  const pairs = fc.array(fc.tuple(fc.string({ unit: 'binary', maxLength: 3 }), fc.string()))
  fc.assert(
    fc.property(pairs, (all) => {
      const onDisk = createDiskMap()
      const inMemory = new Map<string, string>()
      for (const [key, value] of all) {
        expect(onDisk.has(key)).toBe(inMemory.has(key))
        onDisk.set(key, value)
        inMemory.set(key, value)
      }
      expect([...onDisk]).toEqual([...inMemory])
      expect(onDisk.size).toBe(inMemory.size)
      onDisk.close()
    }),
    { numRuns: 50 },
  )
})
