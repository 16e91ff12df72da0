import { beforeAll, describe, expect, it } from 'vitest'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { file, markEntries } from '../../../test/support/searched-docket.ts'
import { insertEvent } from '../calendar/queries.ts'
import { listMatches } from './queries.ts'
import { suggestWords } from './suggest-words.ts'

const TODAY = '2026-06-01'

/** Each filed a day after the previous one, so that entries that only mention the words are newer than the answer. */
const filings = [
  '8 | Order Appointing Receiver | It is ordered that a receiver is appointed. 28 U.S.C. § 754 applies.',
  '20 | Order Establishing Bar Date for Claims | The bar date is March 2, 2026. The receiver was appointed by order.',
  '30 | Notice of Hearing | A hearing was held on the sale.',
  '41 | Motion to Approve Sale of Lake House | The sale is free and clear under 11 U.S.C. § 363(b) and (f). | Appraisal',
  '45 | First Interim Application of Receiver for Fees | Fees of the first interim period | Invoices | Time records',
  '46 | Letter of Walter Penhallow | I invested in 2019.',
  '50 | Schedule of Claims | A claim of a number of parts; 112 pages follow.\fClaim No. 111, Ash\nClaim No. 112, Penhallow, 5,000.00',
  '51 | Notice of Claim Against Aircraft, Serial Number 112 | The claim concerns an aircraft of the number 112.',
  '52 | Order Granting First Interim Application of Receiver for Fees | ECF 45-2 shows 11 hours. Under U.S.C. title 18 the bar to a later date is 363 days.',
  '4264 | Motion to Extend | Movant asks for time.',
  '4301 | Objection',
  '4302 | Draft about Penhalow',
].map((filing) => {
  const [number, title = '', ...pdfs] = filing.split(' | ')
  return { number: Number(number), title, pdfs: pdfs.map((pages) => pages.split('\f')) }
})
const OTHER_FIELDS: Record<number, object> = {
  8: { type: 'Order' },
  52: { description: 'ORDER granting 45 Application. Related Doc # 45' },
  4301: { description: 'Objection (Related Doc # 4264). A hearing is asked for.' },
  4302: { status: 'draft' },
}

eachDatabase('a question', (database) => {
  const call = async (q: string) => {
    const query = { order: 'relevance', limit: 20, offset: 0, today: TODAY } as const
    const find = (typed: string) => listMatches(database.db, { q: typed, ...query })
    const typed = await find(q)
    if (typed.total > 0) return { ...typed, q }
    const count = async (words: string) => (await find(words)).total
    const corrected = (await suggestWords(database.db, q, count)) ?? q
    return { ...(await find(corrected)), q: corrected }
  }
  const numbers = async (q: string) => (await call(q)).entries.map(({ number }) => number)

  beforeAll(async () => {
    for (const [day, filing] of filings.entries()) {
      const filed_on = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
      const { id } = await file(database.db, {
        filed_on,
        ...filing,
        ...OTHER_FIELDS[filing.number],
      })
      const dates = { 20: '2026-05-02', 30: '2026-03-02', 41: '2026-07-01', 46: '2026-09-01' }
      const held_on = dates[filing.number as keyof typeof dates]
      if (held_on === undefined) continue
      const event = { entry_id: id, uid: `uid-${id}`, kind: 'hearing' as const, held_on }
      const other = { held_at: null, place: '', note: '', sequence_base: 0 }
      await insertEvent(database.db, { ...event, ...other })
    }
  })

  it.each([
    ['claim number 112', 50],
    ['Penhalow', 46],
    ['when is the hearing', 41],
    ['ECF 45', 45],
    ['Doc. 45-2', 45],
    ['order appointing receiver', 8],
    ['bar date', 20],
    ['11 U.S.C. 363', 41],
    ['Related Doc # 4264', 4264],
    ['first interim fee application', 45],
    ['"11 U.S.C. § 363(b)"', 41],
  ])('%j is answered first by ECF No. %i', async (q, number) => {
    expect((await numbers(q))[0]).toBe(number)
  })

  it('has the next hearing first, then the last, then entries that mention it', async () => {
    expect(await numbers('when is the next hearing')).toEqual([41, 46, 20, 30, 4301])
    expect(await numbers('Related Doc # 4264')).toEqual([4264, 4301])
  })

  describe('with a typo', () => {
    it.each([
      ['Penhalow', 'Penhallow'],
      ['PENHALOW', 'Penhallow'],
      ['penahllow', 'Penhallow'],
      ['Penhallows letr', undefined],
      ['leter from "Penhalow"', 'Letter from "Penhallow"'],
      ['recever', 'receiver'],
      ['ordr', 'order'],
    ])('%j becomes %j, as it stands on the docket', async (typed, corrected = typed) => {
      expect((await call(typed)).q).toBe(corrected)
    })

    it.each([
      ['of nothing near', 'zyzzyva'],
      ['in a short name in capitals', 'FRES'],
      ['in a word of four letters', 'fref'],
      ['with a small word near', 'thei'],
      ['of words that occur, but in no entry together', 'appraisal penhallow'],
    ])('%s, it says that nothing matches: %j', async (_, typed) => {
      expect(await call(typed)).toMatchObject({ q: typed, entries: [] })
    })

    it('is never corrected to a word that the public cannot find', async () => {
      await file(database.db, { number: 4303, title: 'Sealed wombat', status: 'draft' })
      expect((await call('wombatt')).q).toBe('wombatt')
    })
  })

  it('finds a claim among hundreds of entries that have its words', async () => {
    for (let day = 1; day <= 201; day += 1) {
      const pdfs = [['Claims against the aircraft of the number 112.']]
      const filed_on = new Date(Date.UTC(2027, 0, day)).toISOString().slice(0, 10)
      await file(database.db, { number: null, title: 'Notice', filed_on, pdfs })
    }
    expect((await numbers('claim number 112'))[0]).toBe(50)
  })

  it('lists only the documents that match, and the page where the words are closest first', async () => {
    const matchIn = async (q: string, number: number) => {
      const { entries, q: request } = await call(q)
      const views = await markEntries(database.db, entries, request)
      return views.find((view) => view.number === number)?.match
    }
    const attachments = async (q: string, number: number) =>
      (await matchIn(q, number))?.documents.map(({ attachment_number }) => attachment_number)
    expect(await attachments('Doc. 45-2', 45)).toEqual([2])
    expect(await attachments('ECF 45', 45)).toEqual([0, 1, 2])
    expect(await attachments('appraisal', 41)).toEqual([1])
    expect(await attachments('lake house', 41)).toEqual([0])
    const claims = await matchIn('claim number 112', 50)
    expect(claims?.pages.map(({ page }) => page)).toEqual([2, 1])
    const of = (await matchIn('application of receiver', 45))?.title
    const marked = of?.filter(({ isMatch }) => isMatch).map(({ text }) => text)
    expect(marked).toEqual(['Application', 'Receiver'])
  })
})
