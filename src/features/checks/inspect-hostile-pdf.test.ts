import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  bombInFirstPage,
  CATALOG,
  endlessForms,
  hugeTable,
  pdfOf,
} from '../../../test/support/hostile-pdfs.ts'
import { createPdfInspector, type PdfInspector, type PdfInspectorOptions } from './inspect-pdf.ts'

const goodPdf = 'test/fixtures/pdfs/notice.pdf'
let folder: string
let inspector: PdfInspector
const opened: PdfInspector[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-pdf-'))
})
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())))
afterAll(() => rm(folder, { recursive: true }))

function open(options: PdfInspectorOptions) {
  inspector = createPdfInspector({ processes: 1, ...options })
  opened.push(inspector)
}

async function inspectWith(options: PdfInspectorOptions, bytes: Buffer) {
  open(options)
  const path = join(folder, 'hostile.pdf')
  await writeFile(path, bytes)
  return inspector.inspect(path, 'hostile.pdf')
}

async function expectNextFileToBeRead() {
  expect(await inspector.inspect(goodPdf, 'good.pdf')).toMatchObject({
    accepted: true,
    pageCount: 2,
  })
}

test('a page that draws for ever costs its text, not the file', async () => {
  const limits = { timeLimitMs: 2500, characterLimit: 1e9 }
  const inspection = await inspectWith(limits, endlessForms())
  expect(inspection).toMatchObject({ accepted: true, pageCount: 1, pages: [] })
  await expectNextFileToBeRead()
})

test('a page that PDFium draws for ever costs its check and its text, not the file', async () => {
  const limits = { characterLimit: 1000, checkLimitMs: 1000 }
  const inspection = await inspectWith(limits, endlessForms())
  expect(inspection).toMatchObject({
    accepted: true,
    pageCount: 1,
    pages: [''],
    reading: { findings: [{ kind: 'unreadable', page: null }] },
  })
  await expectNextFileToBeRead()
})

test('a page that unpacks beyond the memory limit ends the reading of text', async () => {
  const pages = ['', 'Second page']
  const small = await inspectWith({ memoryMegabytes: 250 }, bombInFirstPage(1))
  expect(small).toMatchObject({ accepted: true, pageCount: 2, pages })
  const limited = await inspectWith({ memoryMegabytes: 250 }, bombInFirstPage(200))
  expect(limited).toMatchObject({ accepted: true, pageCount: 2, pages: [] })
  await expectNextFileToBeRead()
})

test('a table beyond the memory limit is refused', async () => {
  expect(await inspectWith({ memoryMegabytes: 300 }, hugeTable())).toEqual({
    accepted: false,
    reason: expect.stringMatching(/^This PDF is damaged/),
  })
  await expectNextFileToBeRead()
})

test('a PDF without pages is refused', async () => {
  const empty = pdfOf([CATALOG, '<</Type/Pages/Kids[]/Count 0>>'])
  expect(await inspectWith({}, empty)).toEqual({
    accepted: false,
    reason: expect.stringMatching(/^This PDF has no pages/),
  })
})

test('text ends at its limit', async () => {
  open({ characterLimit: 1000 })
  const inspection = await inspector.inspect('test/fixtures/pdfs/opinion.pdf', 'a.pdf')
  expect(inspection).toMatchObject({ accepted: true, pageCount: 15 })
  expect(inspection.accepted && inspection.pages.join('').length).toBeGreaterThan(900)
  expect(inspection.accepted && inspection.pages.join('').length).toBeLessThanOrEqual(1000)
})

describe('a program that', () => {
  const whole = pdfOf([CATALOG, '<</Type/Pages/Kids[]/Count 0>>'])

  async function program(source: string) {
    const path = join(folder, 'program.mjs')
    await writeFile(path, source)
    return path
  }
  const onFile = (reaction: string) =>
    program(`process.send({ kind: 'ready' }); process.on('message', () => { ${reaction} })`)

  test('has read 100 files retires, and is replaced without anybody noticing', async () => {
    const telling = `
      const page = { page: 1, stamps: [], heading: '', isScan: false, notes: [], findings: [] }
      process.send({ kind: 'opened', pageCount: 1 })
      process.send({ kind: 'text', text: String(process.pid) })
      process.send({ kind: 'read' })
      process.send({ kind: 'checked', page })
      process.send({ kind: 'finished' })`
    await inspectWith({ program: await onFile(telling) }, whole)
    const processes: string[] = []
    for (let file = 2; file <= 102; file++) {
      const inspection = await inspector.inspect(join(folder, 'hostile.pdf'), 'same.pdf')
      expect(inspection).toMatchObject({ accepted: true, pageCount: 1 })
      processes.push(...(inspection.accepted ? inspection.pages : []))
    }
    expect(new Set(processes.slice(0, 99)).size).toBe(1)
    expect(new Set(processes.slice(99)).size).toBe(1)
    expect(processes[99]).not.toBe(processes[0])
  })

  test('dies over a file refuses that file', async () => {
    const dying = await onFile('process.abort()')
    expect(await inspectWith({ program: dying }, whole)).toMatchObject({ accepted: false })
  })

  test('does not come back is ended, and the file refused', async () => {
    const hanging = await onFile('for (;;) {}')
    expect(await inspectWith({ program: hanging, timeLimitMs: 500 }, whole)).toEqual({
      accepted: false,
      reason: expect.stringMatching(/^This PDF took too long/),
    })
  })

  test('dies in its checks keeps what it told of the pages before', async () => {
    const page = { page: 1, stamps: [], heading: 'ORDER', isScan: false, notes: [], findings: [] }
    const told = [
      { kind: 'opened', pageCount: 3 },
      ...['Page one', 'Page two'].map((text) => ({ kind: 'text', text })),
      { kind: 'read' },
      { kind: 'checked', page },
    ].map((message) => `process.send(${JSON.stringify(message)})`)
    const dying = await onFile(`${told.join(';')}; setTimeout(() => process.abort(), 50)`)
    const inspection = await inspectWith({ program: dying }, whole)
    expect(inspection).toMatchObject({ accepted: true, pageCount: 3, pages: ['Page one', ''] })
    expect(inspection.accepted && inspection.reading).toMatchObject({
      heading: 'ORDER',
      findings: [
        {
          kind: 'unreadable',
          page: 2,
          text: expect.stringMatching(/^Pages 2–3 could not be checked/),
        },
      ],
    })
  })

  test('does not start is an error of the installation, not of the PDF', async () => {
    const broken = await program('throw new Error("broken")')
    await expect(inspectWith({ program: broken }, whole)).rejects.toThrow(/ended at its start/)
  })

  test('is closed in the middle leaves the caller an error', async () => {
    const hanging = await onFile('for (;;) {}')
    const inspection = inspectWith({ program: hanging }, whole)
    const outcome = expect(inspection).rejects.toThrow(/closed/)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await inspector.close()
    await outcome
  })
})
