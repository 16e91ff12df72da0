import { expect, test } from 'vitest'
import {
  downloadOf,
  FIREFOX,
  type LoggedRequest,
  logFolder,
} from '../../../test/support/access-log.ts'
import { at, eachImport, log } from '../../../test/support/import-place.ts'

eachImport('ranges in imported logs', ({ run, records, recordedAt }) => {
  test('ranges without a whole download beside them are one download, of the first line', async () => {
    const write = logFolder()
    const part = (minutes: number) => ({ at: at(minutes), status: 206 })
    const summary = await run([
      write('a.log', log([part(0), part(29), part(58), part(88), part(89)])),
    ])
    expect(await recordedAt()).toEqual([at(0), at(88)])
    expect((await records())[0]?.user_agent).toBe(FIREFOX)
    expect(summary).toMatchObject({
      imported: 2,
      imported_range_bursts: 2,
      skipped: { part_of_range_burst: 3 },
    })
  })

  test.each([
    ['before', -29.9, 1],
    ['after', 39.9, 1],
    ['exactly half an hour before', -30, 2],
    ['exactly half an hour after', 40, 2],
  ])('a whole download %s the ranges: %s minutes', async (_, minutes, count) => {
    const write = logFolder()
    const ranges = [0, 5, 10].map((minute) => ({ at: at(minute), status: 206 }))
    await run([write('a.log', log([...ranges, { at: at(minutes), status: 200 }]))])
    expect(await recordedAt()).toHaveLength(count)
  })

  test('ranges of another client, browser or document are others', async () => {
    const write = logFolder()
    await run([
      write(
        'a.log',
        log([
          { at: at(0), status: 206 },
          { at: at(1), status: 206, client: '2001:db8::1' },
          { at: at(2), status: 206, target: downloadOf(2) },
          { at: at(3), status: 200, target: downloadOf(3) },
          { at: at(4), status: 206, userAgent: 'Safari' },
        ]),
      ),
    ])
    expect(await recordedAt()).toHaveLength(5)
  })

  test('a burst across a rotation is one, whichever part is read first and whenever', async () => {
    const write = logFolder()
    const parts = [0, 20, 40, 60].map((minute) => ({ at: at(minute), status: 206 }))
    const [a, b, c] = [[0, 1], [2], [3]].map((places, index) =>
      write(`${index}.log`, log(places.map((place) => parts[place] as LoggedRequest))),
    ) as [string, string, string]
    await run([c])
    await run([a])
    expect(await recordedAt()).toEqual([at(0), at(60)])
    const joined = await run([b])
    expect(await recordedAt()).toEqual([at(0)])
    expect(joined).toMatchObject({ imported: 0, withdrawn_range_bursts: 1 })
    const whole = write('whole.log', log([{ at: at(70) }]))
    const beside = await run([whole])
    expect(beside).toMatchObject({ imported: 1, withdrawn_range_bursts: 1 })
    expect(await recordedAt()).toEqual([at(70)])
    for (const file of [a, b, c, whole]) expect((await run([file])).imported).toBe(0)
    expect(await recordedAt()).toEqual([at(70)])
  })
})
