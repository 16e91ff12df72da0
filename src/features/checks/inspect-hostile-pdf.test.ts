import { describe, expect, test } from 'vitest'
import { CATALOG, pdfOf } from '../../../test/support/hostile-pdfs.ts'
import { inspectFile } from '../../../test/support/inspected-pdf.ts'
import { ownInspectors } from '../../../test/support/own-inspectors.ts'
import { builtProgram } from '../../platform/project-root.ts'
import { createPdfReader } from './inspection/process.ts'

const { inspectWith } = ownInspectors()

test('a PDF without pages is refused', async () => {
  const empty = pdfOf([CATALOG, '<</Type/Pages/Kids[]/Count 0>>'])
  const reason = expect.stringMatching(/^This PDF is damaged/)
  expect(await inspectWith({}, empty)).toEqual({ accepted: false, reason })
})

const PAGE_OF_TREE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<<>>>>'
const TREE = (kids: string, count: string) =>
  pdfOf([CATALOG, `<</Type/Pages/Kids[${kids}]/Count ${count}>>`, PAGE_OF_TREE, PAGE_OF_TREE])

describe('the pages of a file are those that open, if it says', () => {
  test.each(['2', '3', '300000', '1000000', '1000000000', '5000000000', '-7', '0', '1e9', '/Two'])(
    'that it has %s',
    async (count) => {
      const inspection = await inspectFile(TREE('3 0 R 4 0 R', count))
      expect(inspection).toMatchObject({ accepted: true, pageCount: 2 })
    },
  )

  test('that each part of its tree has too many', async () => {
    const parts = pdfOf([
      CATALOG,
      '<</Type/Pages/Kids[3 0 R 5 0 R]/Count 1000000>>',
      '<</Type/Pages/Parent 2 0 R/Kids[4 0 R]/Count 999999>>',
      ...[PAGE_OF_TREE, PAGE_OF_TREE],
    ])
    expect(await inspectFile(parts)).toMatchObject({ accepted: true, pageCount: 2 })
  })

  test('that its pages are their own parents', async () => {
    const endless = await inspectFile(TREE('3 0 R 2 0 R 2 0 R', '900000'))
    expect(endless).toMatchObject({ accepted: true, pageCount: 1 })
  })
})

test('a page in the middle that cannot be read keeps its number', async () => {
  const inspection = await inspectFile(TREE('3 0 R 9 0 R 4 0 R', '3'))
  const reading = { findings: [{ kind: 'unreadable', page: 2 }] }
  expect(inspection).toMatchObject({ accepted: true, pageCount: 3, reading })
})

test('more pages than a filing has are refused', async () => {
  const reason = expect.stringMatching(/^This PDF has more than 20,000 pages\. Split it/)
  const read = await inspectFile(TREE('3 0 R '.repeat(20_001), '20001'))
  expect(read).toEqual({ accepted: false, reason })
})

describe('a page that claims', () => {
  const claiming = (entries: string, more: string[] = []) =>
    pdfOf([
      CATALOG,
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type/Page/Parent 2 0 R/Resources<<>>${entries}>>`,
      ...more,
    ])

  test.each([
    ['to be as wide as a city', '/MediaBox[0 0 1000000000 1]'],
    ['to be as high as a mountain', '/MediaBox[0 0 1 1000000000]'],
    ['to be as large as a country', '/MediaBox[0 0 3e38 3e38]'],
    ['to be nothing', '/MediaBox[0 0 0 0]'],
    ['to have units of a mile', '/MediaBox[0 0 612 792]/UserUnit 4561920'],
  ])('%s is one page', async (_, entries) => {
    expect(await inspectFile(claiming(entries))).toMatchObject({ accepted: true, pageCount: 1 })
  })

  test('to have 100,000 comments is not checked', async () => {
    const note = '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(Look)>>'
    const notes = `/MediaBox[0 0 612 792]/Annots[${'4 0 R '.repeat(100_000)}]`
    const reading = { findings: [{ kind: 'unreadable', page: null }] }
    const read = await inspectFile(claiming(notes, [note]))
    expect(read).toMatchObject({ accepted: true, reading })
  })
})

test.each([
  [4096, 'goes on'],
  [200, 'is replaced'],
])('a process with %d MB, of which it uses over 100, %s', async (memoryMegabytes, outcome) => {
  const program = builtProgram('inspect-pdf-worker.js')
  const limits = { memoryMegabytes, timeLimitMs: 60_000, checkLimitMs: 60_000, pageLimitMs: 50 }
  const reading = createPdfReader({ program, ...limits })
  let last: unknown
  for await (const message of reading.send({ path: 'test/fixtures/pdfs/order.pdf' })) last = message
  expect(last).toEqual({ kind: 'finished' })
  expect(reading.isReady()).toBe(outcome === 'goes on')
  await reading.stop()
})
