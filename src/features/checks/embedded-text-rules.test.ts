import { expect, test } from 'vitest'
import { pdfOf, stream } from '../../../test/support/hostile-pdfs.ts'
import { inspectBytes, sentencesAbout } from '../../../test/support/inspected-pdf.ts'
import { embeddedTextFindings, unseenWords } from './embedded-rules.ts'
import type { EmbeddedSource } from './page-view.ts'

const SHOWN = `UNITED STATES DISTRICT COURT
DECLARATION OF DANA BREWSTER
The witness Müller, a resi-
dent of Salem, signed on July 31. Account 4471-22. See Exhibit 3. 次回の期日について`

test.each<[source: EmbeddedSource, text: string, count: number]>([
  ['bookmarks', 'Interview of Jonathan Quarles of 14 Birch Lane', 2],
  ['bookmarks', 'DECLARATION OF JOSH MERRITT.', 1],
  ['bookmarks', 'Ltr to Lee', 1],
  ['bookmarks', 'Declaration of Dana Brewster', 0],
  ['bookmarks', 'Muller', 0],
  ['bookmarks', 'B r e w s t e r', 0],
  ['bookmarks', 'Order re Suggestion of Remand of Track 3 Cases (JAK v.1).docx', 0],
  ['bookmarks', 'Microsoft Word - 2024-05-06 Mtn to Compel - FINAL.pdf', 0],
  ['bookmarks', 'Account 4471-22', 0],
  ['bookmarks', 'SSN 123-45-6789', 1],
  ['bookmarks', 'Table of Authorities', 0],
  ['bookmarks', '山田太郎', 1],
  ['bookmarks', '期日', 0],
  ['bookmarks', 'Overview; Certification of Service; Statutes; Excerpts; Affiant’s Jurat', 0],
  ['bookmarks', 'Keisha; Schubert', 2],
  ['destinations', 'Penhallow Medical', 1],
  ['destinations', 'cite.brewster2010', 0],
  ['destinations', 'G1.1012345 page.12 Doc-Start section*.1', 0],
  ['descriptions', 'A picture containing text, logo Description automatically generated', 0],
  ['descriptions', 'Graph and Flowchart; Decorative Emblem; Seal of the Department of Justice', 0],
  ['descriptions', 'Signature of Jane Penhallow', 1],
  ['descriptions', 'https://example.com/Penhallow/Zebedee', 0],
  ['replacements', 'Jonathan Quarles', 2],
  ['replacements', 'resident', 0],
  ['replacements', 'ﬃ', 0],
  ['replacements', 'xi', 0],
  ['replacements', 'recanted', 1],
])('%s: %s', (source, text, count) => {
  expect(unseenWords([SHOWN])({ source, text })).toBe(count)
})

const bookmark = (text: string, page: number | null) =>
  ({ source: 'bookmarks', text, page }) as const

test('words in more bookmarks than are searched are counted once, without the words', () => {
  const title = 'Interview of Quarles'
  const texts = [bookmark('Salem', 1), bookmark(title, 2), bookmark(title, 3)]
  const pages = new Map([1, 2, 3].map((page) => [page, SHOWN]))
  const text = 'Its bookmarks have 1 word that no page shows.'
  const finding = { kind: 'covered_text', page: 3, box: null, text }
  expect(embeddedTextFindings(texts, pages)).toEqual([finding])
})

test('pages without text, such as scans, are not compared', () => {
  const texts = [bookmark('Interview of Quarles', 2)]
  expect(embeddedTextFindings(texts, new Map([[1, SHOWN]]))).toEqual([])
  expect(embeddedTextFindings([bookmark('Quarles', null)], new Map())).toEqual([])
})

const NAMED = '<FEFF00500065006E00680061006C006C006F0077>'

/** `what | its entry in the catalog | how the finding begins | its page`, and below it the objects from number 6. */
const BESIDE = `
bookmarks | /Outlines 6 0 R | Its bookmarks have | 1
  <</First 7 0 R/Last 7 0 R>>
  <</Parent 6 0 R/Dest[3 0 R/Fit]/Title${NAMED}>>
bookmarks without a place | /Outlines 6 0 R | Its bookmarks have |
  <</First 7 0 R>>
  <</Parent 6 0 R/Title(Interview \\(J. Penhallow\\))>>
named destinations | /Names<</Dests 6 0 R>> | Its named destinations have |
  <</Names[(Hfootnote.1)[3 0 R/Fit](_Toc1)[3 0 R/Fit](JanePenhallow)[3 0 R/Fit]]>>
named destinations of the older kind | /Dests 6 0 R | Its named destinations have |
  <</lease_ended[3 0 R/Fit]/Penhallow[3 0 R/Fit]>>
pictures described in the structure | /StructTreeRoot 6 0 R | Its descriptions for screen readers have | 1
  <</Type/StructTreeRoot/K 7 0 R>>
  <</Type/StructElem/S/Figure/P 6 0 R/Pg 3 0 R/Alt${NAMED}>>
abbreviations in the structure | /StructTreeRoot 6 0 R | Its descriptions for screen readers have | 1
  <</Type/StructTreeRoot/K[<</S/Span/P 6 0 R/Pg 3 0 R/E(Jane Penhallow)>>]>>
replacements in the structure | /StructTreeRoot 6 0 R | Its text for copying and screen readers has | 1
  <</Type/StructTreeRoot/K[<</S/Span/P 6 0 R/Pg 3 0 R/ActualText(by Penhallow)>>]>>
`
  .trim()
  .split(/\n(?! )/)
  .map((block) => {
    const [head = '', ...objects] = block.split('\n  ')
    const [name = '', catalog = '', subject = '', page = ''] = head.split(/ \| ?/)
    return { name, catalog, subject, page: page === '' ? null : Number(page), objects }
  })

test.each(BESIDE)(
  'words beside the pages that no page shows are covered text: $name',
  async ({ catalog, subject, page, objects }) => {
    const written = (text: string) =>
      pdfOf([
        `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</T 5 0 R>>>>/Contents 4 0 R>>',
        stream('', `BT /T 12 Tf 72 700 Td (${text}) Tj ET`),
        '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
        ...objects,
      ])
    const { pages, reading } = await inspectBytes(written('The lease ended.'))
    const text = `${subject} 1 word that no page shows.`
    expect(reading.findings).toEqual([{ kind: 'covered_text', page, box: null, text }])
    expect(pages).toEqual(['The lease ended.'])
    expect(await sentencesAbout(written('Penhallow ended the lease.'))).toEqual([])
  },
)
