import { expect, it } from 'vitest'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { connectDatabase } from './connect.ts'
import { createRevision, createRevisionCache } from './revision.ts'

eachDatabase('a cached value', (database) => {
  const setCaption = (db: typeof database.db, caption: string) =>
    db.updateTable('case_settings').set({ caption }).execute()

  it('is made once, and again after each change, also by another process', async () => {
    const { db, url } = database
    const other = await connectDatabase(url)
    let loads = 0
    const cache = createRevisionCache<{ caption: string }>(createRevision(db), 10)
    const read = () =>
      cache.get('caption', async () => {
        loads += 1
        return db.selectFrom('case_settings').select('caption').executeTakeFirstOrThrow()
      })
    for (let round = 1; round <= 20; round += 1) {
      await setCaption(round % 2 ? db : other, `round ${round}`)
      for (let again = 0; again < 2; again += 1)
        expect(await read()).toEqual({ caption: `round ${round}` })
      expect(loads).toBe(round)
    }
    await other.destroy()
  })

  it('shares one query of the revision among simultaneous callers', async () => {
    const revision = createRevision(database.db)
    const revisions = [revision.current(), revision.current(), revision.current()]
    expect(new Set(revisions).size).toBe(1)
    const [now] = await Promise.all(revisions)
    await setCaption(database.db, 'once more')
    expect(await revision.current()).toBeGreaterThan(now ?? 0)
  })
})

it('simultaneous callers all get what one of them makes; a failure goes to all and is not kept', async () => {
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
  expect(failed.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
  fails = false
  expect(await Promise.all([get(), get(), get()])).toEqual(Array(3).fill({ made: 2 }))
  current = 2
  const first = get()
  await new Promise(setImmediate)
  current = 3
  expect(await Promise.all([first, get()])).toEqual([{ made: 3 }, { made: 4 }])
})

it('nothing is served while the database does not answer', async () => {
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  let answer: () => number = () => 1
  const cache = createRevisionCache<{ made: number }>({ current: async () => answer() }, 10)
  const get = () => cache.get('a', async () => ({ made: 1 }))
  await get()
  answer = () => {
    throw away
  }
  await expect(get()).rejects.toBe(away)
})
