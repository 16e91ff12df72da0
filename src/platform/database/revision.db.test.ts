import { describe, expect, it } from 'vitest'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { connectDatabase } from './connect.ts'
import { createRevision, createRevisionCache } from './revision.ts'

eachDatabase('what is kept as long as the docket stands still', (database) => {
  const setCaption = (db: typeof database.db, caption: string) =>
    db.updateTable('case_settings').set({ caption }).execute()

  const cacheOf = (db: typeof database.db) => {
    let loads = 0
    const cache = createRevisionCache<{ caption: string }>(createRevision(db), 10)
    const read = () =>
      cache.get('caption', async () => {
        loads += 1
        return db.selectFrom('case_settings').select('caption').executeTakeFirstOrThrow()
      })
    return { read, loads: () => loads }
  }

  it('is made once, and again after a change', async () => {
    const { read, loads } = cacheOf(database.db)
    await setCaption(database.db, 'before')
    expect([await read(), await read()].map(({ caption }) => caption)).toEqual(['before', 'before'])
    expect(loads()).toBe(1)
    await setCaption(database.db, 'after')
    expect((await read()).caption).toBe('after')
    expect(loads()).toBe(2)
  })

  it('is never stale when another process makes the change', async () => {
    const other = await connectDatabase(database.url)
    const { read } = cacheOf(database.db)
    for (let round = 0; round < 20; round += 1) {
      await read()
      await setCaption(other, `round ${round}`)
      expect((await read()).caption).toBe(`round ${round}`)
    }
    await other.destroy()
  })

  it('is asked for once by all who ask at the same time', async () => {
    const revision = createRevision(database.db)
    const revisions = [revision.current(), revision.current(), revision.current()]
    expect(new Set(revisions).size).toBe(1)
    const [now] = await Promise.all(revisions)
    await setCaption(database.db, 'once more')
    expect(await revision.current()).toBeGreaterThan(now ?? 0)
  })

  it('is not raised by a change that is rolled back', async () => {
    const revision = createRevision(database.db)
    const before = await revision.current()
    const attempt = database.db.transaction().execute(async (trx) => {
      await trx.updateTable('case_settings').set({ caption: 'never' }).execute()
      throw new Error('rolled back')
    })
    await expect(attempt).rejects.toThrow('rolled back')
    expect(await revision.current()).toBe(before)
  })
})

describe('many who ask at the same time', () => {
  it('are given what one of them makes; a failure is told to all and not kept', async () => {
    let current = 1
    const cache = createRevisionCache<{ made: number }>({ current: async () => current }, 10)
    let made = 0
    let fails = true
    const get = () =>
      cache.get('a', async () => {
        made += 1
        const mine = made
        await new Promise(setImmediate)
        if (fails) throw new Error('no')
        return { made: mine }
      })
    const failed = await Promise.allSettled([get(), get(), get()])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    fails = false
    expect(await Promise.all([get(), get(), get()])).toEqual([
      { made: 2 },
      { made: 2 },
      { made: 2 },
    ])
    current = 2
    const first = get()
    await new Promise(setImmediate)
    current = 3
    expect(await Promise.all([first, get()])).toEqual([{ made: 3 }, { made: 4 }])
  })
})

describe('while the database does not answer', () => {
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const cacheOver = (graceMs: number) => {
    let answer: () => Promise<number> = async () => 1
    const cache = createRevisionCache<{ made: number }>({ current: () => answer() }, 10, {
      graceMs,
    })
    let made = 0
    const get = (key = 'a') =>
      cache.get(key, async () => {
        made += 1
        return { made }
      })
    const answers = (next: () => Promise<number>) => {
      answer = next
    }
    return { get, answers }
  }
  const fails = (error: Error) => () => Promise.reject(error)

  it('what is held is served within the grace, and made anew after a change', async () => {
    const { get, answers } = cacheOver(60_000)
    expect(await get()).toEqual({ made: 1 })
    answers(fails(away))
    expect(await get()).toEqual({ made: 1 })
    answers(async () => 2)
    expect(await get()).toEqual({ made: 2 })
  })

  it('what was held before the last change it told of is not', async () => {
    const { get, answers } = cacheOver(60_000)
    await get('a')
    answers(async () => 2)
    await get('b')
    answers(fails(away))
    expect(await get('a')).toEqual({ made: 3 })
  })

  it('nothing is served without a grace, or where the question was wrong', async () => {
    const strict = cacheOver(0)
    await strict.get()
    strict.answers(fails(away))
    await expect(strict.get()).rejects.toBe(away)
    const wrong = new Error('no such table')
    const kind = cacheOver(60_000)
    await kind.get()
    kind.answers(fails(wrong))
    await expect(kind.get()).rejects.toBe(wrong)
  })
})
