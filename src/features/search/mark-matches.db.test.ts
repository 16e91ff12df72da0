import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { createRandom } from '../../../demo/random.ts'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { eachSearchedDocket, file } from '../../../test/support/searched-docket.ts'
import { findMatches } from './queries.ts'

eachSearchedDocket('where the words of a search are found', ({ list, mark }) => {
  const matchIn = async (q: string, number: number) => {
    const { entries } = await list({ q })
    return (await mark(entries, q)).find((entry) => entry.number === number)?.match
  }
  const shown = (pieces: { text: string; isMatch: boolean }[] = []) =>
    pieces.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')

  it.each([
    ['"receiver shall"', 'ECF 45, page 2: The [receiver shall] report monthly under § 3103.'],
    ['bauerfeld', 'ECF 45-2, page 3: It cites ECF 7 and the [Bauerfeld] report of 1,250,000 euro.'],
  ])('names the page, and shows the words in context: %s', async (q, page) => {
    const pages = (await matchIn(q, 45))?.pages
    expect(pages?.map(({ name, excerpt }) => `${name}: ${shown(excerpt)}`)).toEqual([page])
  })

  it('marks the words in titles and in the entry’s text', async () => {
    const one = await matchIn('receivers motion', 45)
    expect(shown(one?.title)).toBe('[Motion] to Appoint a [Receiver]')
    expect(shown(one?.text)).toBe('[MOTION] to Appoint a [Receiver] filed by Harbor Freight Co.')
    const [, annex] = [...((await matchIn('annex', 45))?.documentTitles.values() ?? [])]
    expect(shown(annex)).toBe('[Annex] B')
  })

  it('shows each of several scattered words in context', async () => {
    const one = await matchIn('monthly cites', 45)
    expect(one?.pages.map(({ name }) => name)).toEqual(['ECF 45, page 2', 'ECF 45-2, page 3'])
  })

  it('answers whatever is typed, and marks only what is in the text', async () => {
    const unit = fc.constantFrom(...'"\'’*:()-&|!<>\\ \0\uD800§¶é ab45'.split(''))
    const any = fc.string({ unit: 'binary', maxLength: 200 })
    const typed = fc.oneof(any, fc.string({ unit, maxLength: 60 }))
    await fc.assert(
      fc.asyncProperty(typed, async (q) => {
        const { entries, total } = await list({ q })
        expect(total).toBeGreaterThanOrEqual(entries.length)
        for (const { match, title } of await mark(entries, q)) {
          if (match) expect(match.title.map(({ text }) => text).join('')).toBe(title)
        }
      }),
      { numRuns: 150 },
    )
  })
})

/* The search against a plain scan of every text. */

const WORDS = 'court zebra wombat quokka dingo ocelot'.split(' ')

/** Its texts are the entry's own and each page's. */
type Plain = { id: number; texts: string[] }

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
    const phrase = fc.array(word, { minLength: 2, maxLength: 3 }).map((words) => words.join(' '))
    const term = fc.oneof(word, phrase)
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
