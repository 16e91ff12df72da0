import { expect, it } from 'vitest'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { readMarked } from './marked-text.ts'
import { ownTextId, putOwnText, putPage, putPages, removePages } from './search-index.ts'
import { findOwnerIds, findPageTexts, listSimilarWords, markTexts } from './search-queries.ts'

const bracketed = (marked: string) =>
  readMarked(marked).map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))

const DOCUMENT = { ownerId: 3, documentId: 9 }

eachDatabase('the index of texts', (database) => {
  const search = async (word: string) => [...(await findOwnerIds(database.db, [[word]]))]

  it('has the words of the pages as they are now', async () => {
    const { db } = database
    const pages = ['wombat', ' '].map((text, index) => ({ page: index + 1, text }))
    await putPages(db, { ...DOCUMENT, pages })
    expect(await search('wombat')).toEqual([3])
    await putPage(db, { ...DOCUMENT, page: 2, text: 'quokka' })
    await putPage(db, { ...DOCUMENT, page: 1, text: 'dingo' })
    const ids = await Promise.all(['wombat', 'quokka', 'dingo'].map(search))
    expect(ids).toEqual([[], [3], [3]])
    const texts = await findPageTexts(db, 9, { first: 1, last: 2 })
    expect(Object.fromEntries(texts)).toEqual({ 1: 'dingo', 2: 'quokka' })
    await removePages(db, 9)
    expect(await search('dingo')).toEqual([])
  })

  it.each([
    ['plaintiff/defendant', 'defendant'],
    ['see 45-2', '45 2'],
    ['naïve', 'naive'],
    ['www.example.com/motion', 'motion'],
    ['<sealed>', 'sealed'],
    ['a\u00adppraisal', 'appraisal'],
    ['coop\u200beration', 'cooperation'],
    ['\ufb01ling', 'filing'],
    ['half\ud800 pair\0less', 'less'],
    ['under §363(b)', '363 b'],
    ['x_y@example.org', 'y'],
  ])('reads %j as text with %j', async (body, words) => {
    await putOwnText(database.db, 5, { title: '', other: '', body })
    expect(await search(words)).toEqual([5])
  })

  it.each([
    ['many matches', 'word '.repeat(1500)],
    ['one match, far inside', `${'other '.repeat(2000)}word ${'other '.repeat(2000)}`],
    ['one match, and too much to read', `word ${'other '.repeat(6000)}`],
  ])('the excerpt of a text with %s is short', async (_, body) => {
    await putOwnText(database.db, 8, { title: 'A', other: '', body })
    const [text] = await markTexts(database.db, [ownTextId(8)], [['word']])
    const pieces = readMarked(text?.body ?? '').filter(({ isMatch }) => isMatch)
    const isRead = body.length <= 30_000 || database.dialect === 'postgres'
    expect(pieces.map((piece) => piece.text.slice(0, 4))).toEqual(isRead ? ['word'] : [])
    expect(text?.body.split(' ').length).toBeLessThanOrEqual(40)
  })

  // SQLite works on this thread.
  it('takes no longer for each of many matches than for a few', async () => {
    const timeOf = async (words: number) => {
      await putOwnText(database.db, 8, { title: 'A', other: '', body: 'w '.repeat(words) })
      const before = process.threadCpuUsage()
      await markTexts(database.db, [ownTextId(8)], [['w']])
      return process.threadCpuUsage(before).user / 1000
    }
    const [few, many] = [await timeOf(3500), await timeOf(14_000)]
    expect(many).toBeLessThan(11 * few + 60)
  })

  it('marks each match, and keeps every sign around it', async () => {
    const body = '\u0002The <b> plaintiff/defendant & 45-2;\u0003 said "defendant".'
    await putOwnText(database.db, 6, { title: 'A & <b>', other: '', body })
    const [text] = await markTexts(database.db, [ownTextId(6)], [['defendant']])
    expect(text?.title).toBe('A & <b>')
    const shown = bracketed(text?.body ?? '')
      .join('')
      .trim()
    expect(shown).toBe('The <b> plaintiff/[defendant] & 45-2;  said "[defendant]".')
  })

  it('takes a page of any length', async () => {
    const text = Array.from({ length: 200_000 }, (_, index) => `w${index}`).join(' ')
    await putPages(database.db, { ...DOCUMENT, pages: [{ page: 1, text }] })
    expect(await search('w7')).toEqual([3])
    expect((await findPageTexts(database.db, 9, { first: 1, last: 1 })).get(1)).toBe(text)
    await removePages(database.db, 9)
  })

  it.each([0, 1])('marks a long page of letters beyond 16 bits, shifted by %i', async (shift) => {
    const text = `${'.'.repeat(shift)}lake ${'𝒜'.repeat(20_000)}`
    await putPages(database.db, { ...DOCUMENT, pages: [{ page: 1, text }] })
    const [marked] = await markTexts(database.db, [ownTextId(3) + 1], [['lake']])
    expect(marked?.body).toContain('\u0002lake\u0003')
    await removePages(database.db, 9)
  })

  it('keeps each word once as it stands, also after its text is gone', async () => {
    const pages = [{ page: 1, text: 'Röhm, RÖHM; Röhm v. Rohmer 9to5' }]
    await putPages(database.db, { ...DOCUMENT, pages })
    await putPages(database.db, { ...DOCUMENT, pages })
    await removePages(database.db, 9)
    const words = await listSimilarWords(database.db, 'rohm', 0)
    expect(words.map(({ word }) => word).toSorted()).toEqual(['RÖHM', 'Röhm'])
  })
})

it('reads words marked one after another as one match', () => {
  expect(bracketed('a \u0002lake\u0003 \u0002house\u0003.')).toEqual(['a ', '[lake house]', '.'])
})
