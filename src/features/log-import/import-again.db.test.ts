import fc from 'fast-check'
import { expect, test } from 'vitest'
import { downloadOf } from '../../../test/support/access-log.ts'
import { at, eachImport } from '../../../test/support/each-import.ts'

eachImport('importing the same lines again', ({ run, write, records, recordedAt, forget }) => {
  test('equal lines in one file are separate downloads; in two files, the same ones', async () => {
    const twice = write('twice.log', [{ at: at(0) }, { at: at(0) }])
    const once = write('once.log', [{ at: at(0) }])
    const thrice = write('thrice.log', [{ at: at(0) }, { at: at(0) }, { at: at(0) }])
    expect((await run([once, twice])).imported).toBe(2)
    expect((await run([twice, once])).imported).toBe(0)
    expect((await run([thrice])).imported).toBe(1)
    expect(await recordedAt()).toHaveLength(3)
  })

  test('two at the same time count nothing twice', async () => {
    const requests = Array.from({ length: 300 }, (_, index) => {
      return { at: at(index), status: index % 3 ? 200 : 206 }
    })
    const file = write('a.log', [...requests, ...requests.slice(0, 20)])
    const alone = await run([file], { dryRun: true })
    const both = await Promise.all([run([file]), run([file])])
    const counts = both.map(({ imported }) => imported).toSorted((a, b) => a - b)
    expect(counts).toEqual([0, alone.imported])
    expect(await recordedAt()).toHaveLength(alone.imported)
  })

  const request = fc.record({
    at: fc.integer({ min: 0, max: 90 }).map((minutes) => at(minutes)),
    client: fc.constantFrom('198.51.100.7', '2001:db8::2'),
    status: fc.constantFrom(200, 206, 206, 206, 404),
    target: fc.constantFrom(downloadOf(1), downloadOf(1), downloadOf(2)),
  })

  test('pieces of any overlap in any order and any number of commands give what the whole log gives', async () => {
    const cases = fc.record({
      // The generated logs never have equal lines on both sides of a rotation; see the decision record.
      requests: fc.uniqueArray(request, {
        maxLength: 24,
        selector: ({ at, client, status, target }) => `${at} ${client} ${status} ${target}`,
      }),
      cuts: fc.array(fc.tuple(fc.nat(24), fc.nat(24)), { maxLength: 4 }),
      order: fc.infiniteStream(fc.nat()),
      together: fc.boolean(),
    })
    const property = fc.asyncProperty(cases, async ({ requests, cuts, order, together }) => {
      await forget()
      const places = cuts.map(([place]) => place % (requests.length + 1))
      const edges = [0, ...places, requests.length].toSorted((a, b) => a - b)
      const pieces = edges.slice(1).map((end, index) => {
        const overlap = (cuts[index]?.[1] ?? 0) % 4
        const piece = requests.slice(Math.max(0, (edges[index] ?? 0) - overlap), end)
        return { place: order.next().value, file: write(`${index}.log`, piece) }
      })
      const files = pieces.toSorted((a, b) => a.place - b.place).map(({ file }) => file)
      if (together) await run(files)
      else for (const file of files) await run([file])
      const inBatches = await records()
      await forget()
      const whole = await run([write('whole.log', requests)])
      expect(inBatches).toEqual(await records())
      expect(whole.imported).toBe(inBatches.length)
    })
    await fc.assert(property, { numRuns: 25 })
  })
})

eachImport('ranges in imported logs', ({ run, write, recordedAt }) => {
  test('a burst across a rotation is one, whichever part is read first and whenever', async () => {
    const parts = [0, 20, 40, 60].map((minute) => ({ at: at(minute), status: 206 }))
    const a = write('a.log', parts.slice(0, 2))
    const b = write('b.log', parts.slice(2, 3))
    const c = write('c.log', parts.slice(3))
    await run([c])
    await run([a])
    expect(await recordedAt()).toEqual([at(0), at(60)])
    const joined = await run([b])
    expect(await recordedAt()).toEqual([at(0)])
    expect(joined).toMatchObject({ imported: 0, withdrawn_range_bursts: 1 })
    const whole = write('whole.log', [{ at: at(70) }])
    const beside = await run([whole])
    expect(beside).toMatchObject({ imported: 1, withdrawn_range_bursts: 1 })
    expect(await recordedAt()).toEqual([at(70)])
    for (const file of [a, b, c, whole]) expect((await run([file])).imported).toBe(0)
    expect(await recordedAt()).toEqual([at(70)])
  })
})
