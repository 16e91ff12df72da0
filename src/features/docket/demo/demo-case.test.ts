import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createPdfInspector } from '../../documents/inspect-pdf.ts'
import { demoCase } from './demo-case.ts'
import { filingPdf } from './filing-pdf.ts'
import type { Block, FilingSpec } from './filing-spec.ts'

const { entries, settings } = demoCase()
const documents = entries.flatMap((entry) =>
  entry.documents.map((document) => ({ entry, ...document })),
)

function paragraphsOf({ blocks }: FilingSpec): string[] {
  return blocks.flatMap((block: Block) => (block.kind === 'paragraph' ? [block.text] : []))
}

describe('the docket', () => {
  test('has sixty entries and some hundred and fifty documents', () => {
    expect(entries).toHaveLength(60)
    expect(documents.length).toBeGreaterThanOrEqual(140)
    expect(settings.caseNumber).toBe('1:25-cv-00417-MEH')
  })

  test('numbers its entries from 1 without a gap, in the order of their dates', () => {
    const numbers = entries.flatMap(({ number }) => number ?? [])
    expect(numbers).toEqual(numbers.map((_, i) => i + 1))
    const dates = entries.map(({ filedOn }) => filedOn)
    expect(dates).toEqual(dates.toSorted())
  })

  test('was filed on weekdays between August 2025 and November 13, 2026', () => {
    for (const { filedOn } of entries) {
      const date = new Date(`${filedOn}T12:00:00Z`)
      expect(date.toISOString().slice(0, 10)).toBe(filedOn)
      expect([1, 2, 3, 4, 5]).toContain(date.getUTCDay())
      expect(filedOn >= '2025-08-01' && filedOn <= '2026-11-13').toBe(true)
    }
  })

  test('has minute entries without number or document, and one draft', () => {
    const textOnly = entries.filter(({ documents }) => documents.length === 0)
    expect(textOnly.length).toBeGreaterThanOrEqual(8)
    expect(textOnly.every(({ number }) => number === null)).toBe(true)
    expect(entries.filter(({ status }) => status === 'draft')).toHaveLength(1)
  })

  test('lists the attachments in the clerk’s text', () => {
    const motion = entries.find(({ number }) => number === 21)
    expect(motion?.description).toContain(
      '(Attachments: # 1 Declaration of Lenora J. Castellane, # 2 Exhibit A - Purchase and Sale Agreement,',
    )
    expect(motion?.description).toMatch(/\(Oyelaran, Miriam\) \(Entered: 12\/12\/2025\)$/)
    expect(motion?.documents.map(({ attachmentNumber }) => attachmentNumber)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7,
    ])
  })

  test('is the same every time', () => {
    expect(demoCase()).toEqual({ entries, settings })
  })
})

describe('the filings', () => {
  test('leave no blank unfilled', () => {
    const blank = documents.filter(({ spec }) =>
      /\{\w+\}|undefined/.test(JSON.stringify(spec.blocks)),
    )
    expect(blank.map(({ fileName }) => fileName)).toEqual([])
  })

  test('say nothing twice', () => {
    const repeating = documents.flatMap(({ fileName, spec }) => {
      const long = paragraphsOf(spec).filter((text) => text.length > 120)
      const twice = long.filter((text, i) => long.indexOf(text) !== i)
      return twice.map((text) => `${fileName}: ${text.slice(0, 60)}`)
    })
    expect(repeating).toEqual([])
  })

  test('mention no entry that is not yet on the docket', () => {
    const early = documents.flatMap(({ entry, fileName, spec }) => {
      const cited = [...JSON.stringify(spec.blocks).matchAll(/ECF No\. (\d+)/g)].map(([, n]) =>
        Number(n),
      )
      const last = entry.number ?? 0
      return cited.filter((number) => number > last).map((number) => `${fileName} cites ${number}`)
    })
    expect(early).toEqual([])
  })

  test('are the same bytes every time', async () => {
    const spec = documents[0]?.spec as FilingSpec
    expect((await filingPdf(spec)).equals(await filingPdf(spec))).toBe(true)
  })
})

describe('the PDFs', () => {
  const inspector = createPdfInspector()
  afterAll(() => inspector.close())

  test('all open, have two to fourteen pages, their stamp and their words', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-case-'))
    for (const { fileName, spec } of documents) {
      const path = join(folder, fileName)
      const pdf = await filingPdf(spec)
      await writeFile(path, pdf)
      const inspection = await inspector.inspect(path, fileName)
      expect(inspection, fileName).toMatchObject({ accepted: true })
      if (!inspection.accepted) continue
      expect(inspection.pageCount, fileName).toBeGreaterThanOrEqual(2)
      expect(inspection.pageCount, fileName).toBeLessThanOrEqual(14)
      expect(pdf.length, fileName).toBeGreaterThan(8_000)
      expect(pdf.length, fileName).toBeLessThan(400_000)
      expect(inspection.pages.join('').length, fileName).toBeGreaterThan(400)
      if (spec.stamp)
        expect(inspection.pages.join(' ')).toContain(`Document ${spec.stamp.document} `)
    }
    await rm(folder, { recursive: true })
  })
})
