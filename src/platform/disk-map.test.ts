import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDiskMap } from './disk-map.ts'

test('a map on disk answers as a map in memory', () => {
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

test('what is added while a map on disk is read is read, too', () => {
  const map = createDiskMap()
  for (let i = 0; i < 1500; i += 1) map.set(`${i}`, '')
  const keys: string[] = []
  for (const [key] of map) {
    if (Number(key) < 1500) map.set(`${Number(key) + 1500}`, '')
    keys.push(key)
  }
  expect(keys).toEqual(Array.from({ length: 3000 }, (_, i) => `${i}`))
  map.close()
})
