import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { createRandom } from '../../../demo/random.ts'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { file } from '../../../test/support/searched-docket.ts'
import { findMatches } from './queries.ts'

/* The search against a plain scan of every text. */

const WORDS = 'court zebra wombat quokka dingo ocelot'.split(' ')

interface Plain {
  id: number
  /** The entry's own text, and each page. */
  texts: string[]
}

const has = (text: string, term: string) => ` ${text} `.includes(` ${term} `)

function findPlainly(entries: readonly Plain[], terms: readonly string[]): Set<number> {
  const inOne = entries.filter(({ texts }) =>
    texts.some((text) => terms.every((term) => has(text, term))),
  )
  const anywhere = entries.filter(({ texts }) =>
    terms.every((term) => texts.some((text) => has(text, term))),
  )
  return new Set((inOne.length > 0 ? inOne : anywhere).map(({ id }) => id))
}

eachDatabase('a search', (database) => {
  const entries: Plain[] = []

  beforeAll(async () => {
    const random = createRandom(7)
    const draw = (max: number) =>
      Array.from({ length: random.between(1, max) }, () => random.pick(WORDS)).join(' ')
    for (let index = 0; index < 12; index += 1) {
      const title = draw(3)
      const pages = Array.from({ length: random.between(1, 3) }, () => draw(4))
      const { id } = await file(database.db, { number: null, title, pdfs: [pages] })
      entries.push({ id, texts: [title, 'main', ...pages] })
    }
  })

  it('finds what a plain scan of every text finds', async () => {
    const word = fc.constantFrom(...WORDS, 'nobody')
    const term = fc.oneof(
      word,
      fc.array(word, { minLength: 2, maxLength: 3 }).map((words) => words.join(' ')),
    )
    const terms = fc.uniqueArray(term, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(terms, async (list) => {
        const q = list.map((one) => (one.includes(' ') ? `"${one}"` : one)).join(' ')
        const { ids } = await findMatches(database.db, { q })
        expect(new Set(ids)).toEqual(findPlainly(entries, list))
      }),
      { numRuns: 200 },
    )
  })
})
