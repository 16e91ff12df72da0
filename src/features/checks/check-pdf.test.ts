import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { afterAll, describe, expect, test } from 'vitest'
import { pdfOf, stream } from '../../../test/support/hostile-pdfs.ts'
import { sharedInspector } from '../../../test/support/shared-inspector.ts'
import { openPdf } from './pdfium.ts'

/* What the process that reads PDFs reports about whole files. */

const folder = mkdtempSync(join(tmpdir(), 'docket-checked-'))
const path = join(folder, 'file.pdf')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Pdf = PDFKit.PDFDocument

async function made(draw: (pdf: Pdf) => void) {
  const pdf = new PDFDocument({ size: 'LETTER' })
  draw(pdf)
  pdf.end()
  return buffer(pdf)
}

async function inspectBytes(bytes: Buffer) {
  writeFileSync(path, bytes)
  const inspection = await sharedInspector.inspect(path, 'file.pdf')
  if (!inspection.accepted) throw new Error(inspection.reason)
  return inspection
}

const sentences = async (bytes: Buffer) =>
  (await inspectBytes(bytes)).reading.findings.map(({ kind, text }) => `${kind}: ${text}`)

/** Entries of the whole file. */
const setOnFile = (pdf: Pdf, entries: object) =>
  void Object.assign((pdf as never as { _root: { data: object } })._root.data, entries)

const SCRIPT = { S: 'JavaScript', JS: new String('app.alert(1)') }
const SCRIPTS = 'carried: Contains scripts (JavaScript).'

function nameInMetadata(pdf: Pdf): void {
  const metadata = pdf.ref({ Type: 'Metadata', Subtype: 'XML' })
  const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
  const dc = 'http://purl.org/dc/elements/1.1/'
  const creator = '<dc:creator><rdf:Seq><rdf:li>Jane Penhallow</rdf:li></rdf:Seq></dc:creator>'
  const about = `<rdf:Description xmlns:dc="${dc}">${creator}</rdf:Description>`
  metadata.compress = false
  metadata.end(Buffer.from(`<rdf:RDF xmlns:rdf="${rdf}">${about}</rdf:RDF>`))
  setOnFile(pdf, { Metadata: metadata })
}

function attachToPage(pdf: Pdf): void {
  Object.assign(pdf.page.dictionary.data, { AA: { O: SCRIPT } })
  const file = pdf.ref({ Type: 'Annot', Subtype: 'FileAttachment', Rect: [90, 300, 110, 320] })
  file.end(undefined)
  pdf.page.annotations.push(file)
}

function runAtOpening(pdf: Pdf): void {
  const script = pdf.ref(SCRIPT)
  script.end(undefined)
  setOnFile(pdf, { OpenAction: script })
}

test.each<[string, (pdf: Pdf) => void, string[]]>([
  ['nothing', () => {}, []],
  [
    'an author, another file and a script',
    (pdf) => {
      pdf.info.Author = 'Jane Penhallow'
      pdf.file(Buffer.from('secret'), { name: 'notes.txt' })
      pdf.addNamedJavaScript('greet', 'app.alert(1)')
    },
    [
      'carried: Names its author: Jane Penhallow.',
      'carried: Has other files attached: 1.',
      SCRIPTS,
    ],
  ],
  [
    'an author who is named in the XMP metadata alone',
    nameInMetadata,
    ['carried: Names its author: Jane Penhallow.'],
  ],
  [
    'a script of a page, and a file attached to one',
    attachToPage,
    ['carried: Contains files attached to a page: 1, on page 1.', SCRIPTS],
  ],
  ['a script that runs when the file is opened', runAtOpening, [SCRIPTS]],
])('a file carries %s besides its pages', async (_, add, found) => {
  const bytes = await made((pdf) => {
    pdf.text('The lease ended.')
    add(pdf)
  })
  expect(await sentences(bytes)).toEqual(found)
})

test('a number typed into a field that is drawn in two places', async () => {
  const bytes = await made((pdf) => {
    pdf.text('The lease ended.')
    pdf.initForm()
    const field = pdf.formField('ssn', { FT: 'Tx' } as never)
    Object.assign((field as never as { data: object }).data, { V: new String('123-45-6789') })
    for (const y of [300, 340]) pdf.formText(`at${y}`, 90, y, 200, 18, { parent: field })
  })
  const findings = await sentences(bytes)
  expect(findings.filter((one) => one.startsWith('identifier'))).toHaveLength(2)
})

/** Appends an incremental update, as editors do. */
function changedLater(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  const [, before = ''] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text) ?? []
  const [, trailer = ''] = /trailer\s*<<([\s\S]*?)>>\s*startxref/.exec(text) ?? []
  const end = `xref\n0 0\ntrailer\n<<${trailer}/Prev ${before}>>\nstartxref\n${bytes.length}\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(end, 'latin1')])
}

test('a finding names earlier revisions of the file', async () => {
  const bytes = changedLater(await made((pdf) => pdf.text('The lease ended.')))
  expect(await sentences(bytes)).toEqual([
    'carried: May still contain earlier versions of its pages: it was edited and resaved once.',
  ])
})

test('a file that is made for reading over the web has two ends, and no earlier revision', async () => {
  const bytes = await made((pdf) => {
    pdf.ref({ Linearized: 1 }).end(undefined)
    pdf.text('The lease ended.')
  })
  expect(await sentences(changedLater(bytes))).toEqual([])
})

test('a place for a signature is no script', async () => {
  const bytes = await made((pdf) => {
    pdf.text('The lease ended.')
    pdf.initForm()
    pdf.formText('signed', 90, 300, 200, 18)
  })
  bytes.write('/FT/Sig', bytes.indexOf('/FT /Tx'))
  expect(await sentences(bytes)).toEqual([])
})

test('a hidden layer is named, and its words are covered text', async () => {
  const bytes = await made((pdf) => {
    pdf.text('The lease ended.')
    const layer = pdf.ref({ Type: 'OCG', Name: new String('Notes') })
    layer.end(undefined)
    setOnFile(pdf, { OCProperties: { OCGs: [layer], D: { OFF: [layer] } } })
    const { resources } = pdf.page as never as { resources: { data: object } }
    Object.assign(resources.data, { Properties: { Layer: layer } })
    pdf.addContent('/OC /Layer BDC').text('Jane Penhallow', 100, 300).addContent('EMC')
  })
  const { pages, reading } = await inspectBytes(bytes)
  expect(reading.findings.map(({ kind }) => kind)).toEqual(['covered_text', 'carried'])
  expect(pages.join('')).not.toContain('Penhallow')
})

const NAMED = '<FEFF00500065006E00680061006C006C006F0077>'

describe('words beside the pages that no page shows are covered text:', () => {
  test.each<
    [where: string, catalog: string, objects: string[], subject: string, page: number | null]
  >([
    [
      'bookmarks',
      '/Outlines 6 0 R',
      ['<</First 7 0 R/Last 7 0 R>>', `<</Parent 6 0 R/Dest[3 0 R/Fit]/Title${NAMED}>>`],
      ...(['Its bookmarks have', 1] as const),
    ],
    [
      'bookmarks without a place',
      '/Outlines 6 0 R',
      ['<</First 7 0 R>>', '<</Parent 6 0 R/Title(Interview \\(J. Penhallow\\))>>'],
      ...(['Its bookmarks have', null] as const),
    ],
    [
      'named destinations',
      '/Names<</Dests 6 0 R>>',
      ['<</Names[(_Toc1)[3 0 R/Fit](JanePenhallow)[3 0 R/Fit]]>>'],
      ...(['Its named destinations have', null] as const),
    ],
    [
      'named destinations of the older kind',
      '/Dests 6 0 R',
      ['<</lease_ended[3 0 R/Fit]/Penhallow[3 0 R/Fit]>>'],
      ...(['Its named destinations have', null] as const),
    ],
    [
      'pictures described in the structure',
      '/StructTreeRoot 6 0 R',
      [
        '<</Type/StructTreeRoot/K 7 0 R>>',
        `<</Type/StructElem/S/Figure/P 6 0 R/Pg 3 0 R/Alt${NAMED}>>`,
      ],
      ...(['Its descriptions for screen readers have', 1] as const),
    ],
    [
      'replacements in the structure',
      '/StructTreeRoot 6 0 R',
      ['<</Type/StructTreeRoot/K[<</S/Span/P 6 0 R/Pg 3 0 R/ActualText(by Penhallow)>>]>>'],
      ...(['Its text for copying and screen readers has', 1] as const),
    ],
  ])('%s', async (_, catalog, objects, subject, page) => {
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
    expect(await sentences(written('Penhallow ended the lease.'))).toEqual([])
  })
})

test('words under a cover are in no text that is kept (PROMISES 32)', async () => {
  const inspection = await inspectBytes(
    await made((pdf) => {
      pdf.text('The lease of the warehouse ended.', 72, 100)
      pdf.text('Jane Penhallow', 72, 200)
      pdf.rect(70, 196, 120, 20).fill('black')
      pdf.addPage().fillColor('black').text('Jane Roe signed it.')
    }),
  )
  expect(inspection.pages).toEqual(['The lease of the warehouse ended.', 'Jane Roe signed it.'])
  expect(JSON.stringify(inspection)).not.toContain('Penhallow')
  expect(inspection.reading.findings).toMatchObject([{ kind: 'covered_text', page: 1 }])
})

/** What a screen shows of such a page. */
async function screenshotOf(draw: (pdf: Pdf) => void) {
  writeFileSync(path, await made(draw))
  const pdf = await openPdf(path)
  const picture = pdf?.withPage(1, (page) => {
    const { width, height, pixels } = page.draw(2)
    const gray = Uint8Array.from({ length: width * height }, (_, at) => pixels[4 * at + 1] ?? 0)
    return { width, height, gray }
  })
  pdf?.close()
  if (!picture) throw new Error('the page was not opened')
  return picture
}

describe('words under a screenshot', () => {
  const write = (pdf: Pdf, font: string, words: string) => {
    pdf.font('Times-Roman').text('Exhibit 4, attached to the declaration of July 31.', 72, 100)
    pdf.font(font).text(words, 90, 220)
  }
  const WORDS = 'Settings of Jane Penhallow'

  test.each<[of: string, draw: (pdf: Pdf) => void, count: number]>([
    ['of the same words', (pdf) => write(pdf.translate(2, 4), 'Helvetica-Bold', WORDS), 0],
    ['of other words', (pdf) => write(pdf, 'Helvetica', 'Settings of the witness'), 1],
    [
      'with a label in place of a name',
      (pdf) => {
        write(pdf, 'Helvetica', WORDS)
        pdf.rect(150, 216, 90, 16).fill('white').fill('black').text('REDACTED', 152, 220)
      },
      1,
    ],
  ])('%s', async (_, draw, count) => {
    const { width, height, gray } = await screenshotOf(draw)
    const bytes = await made((pdf) => {
      write(pdf, 'Helvetica', WORDS)
      const about = { Type: 'XObject', Subtype: 'Image', ColorSpace: 'DeviceGray' }
      const size = { Width: width, Height: height, BitsPerComponent: 8 }
      const picture = pdf.ref({ ...about, ...size })
      picture.end(Buffer.from(gray))
      pdf.page.xobjects.Screen = picture
      pdf.rect(60, 160, 500, 500).clip().addContent('612 0 0 -792 0 792 cm /Screen Do')
    })
    const { reading } = await inspectBytes(bytes)
    expect(reading.findings.map(({ kind }) => kind)).toEqual(Array(count).fill('covered_text'))
  })
})

test('a picture of a finding is a PNG; of a page that is not there, none', async () => {
  const { reading } = await inspectBytes(await made((pdf) => pdf.text('SSN 123-45-6789')))
  const [{ page, box } = { page: 0, box: null }] = reading.findings
  const png = await sharedInspector.picture(path, { page: page ?? 0, box })
  expect(png?.subarray(1, 4).toString()).toBe('PNG')
  expect(png?.readUInt32BE(16)).toBeGreaterThan(300)
  expect(await sharedInspector.picture(path, { page: 9, box: null })).toBeUndefined()
  expect(await sharedInspector.inspect(path, 'file.pdf')).toMatchObject({ accepted: true })
})
