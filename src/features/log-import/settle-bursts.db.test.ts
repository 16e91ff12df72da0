import { expect, test } from 'vitest'
import { type LoggedRequest, logFolder } from '../../../test/support/access-log.ts'
import { at, eachImport, log } from '../../../test/support/import-place.ts'

eachImport('ranges in imported logs', ({ run, recordedAt }) => {
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
