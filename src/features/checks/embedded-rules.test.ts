import { expect, test } from 'vitest'
import { drawnPdf, type Pdf } from '../../../test/support/drawn-page.ts'
import { inspectBytes, sentencesAbout } from '../../../test/support/inspected-pdf.ts'

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

function attachToFile(pdf: Pdf): void {
  const file = pdf.ref({ Type: 'Filespec', F: new String('notes.txt') })
  file.end(undefined)
  setOnFile(pdf, { AF: [file] })
}

function runAtOpening(pdf: Pdf): void {
  const script = pdf.ref(SCRIPT)
  script.end(undefined)
  setOnFile(pdf, { OpenAction: script })
}

type Form = { _root: { data: Record<string, { data: object }> } }

const AUTHOR = 'carried: Names its author: Jane Penhallow.'
const FILE = 'carried: Has other files attached: 1.'
const ON_PAGE = 'carried: Contains files attached to a page: 1, on page 1.'
const XFA = 'carried: Contains form data that its pages may not show (XFA).'

const CARRIED: Record<string, [add: (pdf: Pdf) => unknown, ...found: string[]]> = {
  nothing: [() => {}],
  'an author without a name': [(pdf) => Object.assign(pdf.info, { Author: '(anonymous)' })],
  'an author': [(pdf) => Object.assign(pdf.info, { Author: 'Jane Penhallow' }), AUTHOR],
  'another file': [(pdf) => pdf.file(Buffer.from('secret'), { name: 'notes.txt' }), FILE],
  'a script': [(pdf) => pdf.addNamedJavaScript('greet', 'app.alert(1)'), SCRIPTS],
  'an author who is named in the XMP metadata alone': [nameInMetadata, AUTHOR],
  'a script of a page, and a file attached to one': [attachToPage, ON_PAGE, SCRIPTS],
  'a file that is attached to the whole': [attachToFile, FILE],
  'a script that runs when the file is opened': [runAtOpening, SCRIPTS],
  'what was typed into a form': [
    (pdf) =>
      Object.assign((pdf.initForm() as never as Form)._root.data.AcroForm?.data ?? {}, { XFA: [] }),
    XFA,
  ],
}

test.each(Object.entries(CARRIED))('a file carries %s', async (_, [add, ...found]) => {
  const bytes = await drawnPdf((pdf) => {
    pdf.text('The lease ended.')
    add(pdf)
  })
  expect(await sentencesAbout(bytes)).toEqual(found)
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
  const bytes = changedLater(await drawnPdf((pdf) => pdf.text('The lease ended.')))
  expect(await sentencesAbout(bytes)).toEqual([
    'carried: May still contain earlier versions of its pages: it was edited and resaved once.',
  ])
})

test('a linearized file has two ends, but no earlier revision', async () => {
  const bytes = await drawnPdf((pdf) => {
    pdf.ref({ Linearized: 1 }).end(undefined)
    pdf.text('The lease ended.')
  })
  expect(await sentencesAbout(changedLater(bytes))).toEqual([])
})

test('a signature field is not a script', async () => {
  const bytes = await drawnPdf((pdf) => {
    pdf.text('The lease ended.')
    pdf.initForm()
    pdf.formText('signed', 90, 300, 200, 18)
  })
  bytes.write('/FT/Sig', bytes.indexOf('/FT /Tx'))
  expect(await sentencesAbout(bytes)).toEqual([])
})

test('a hidden layer is named, and its words are covered text', async () => {
  const bytes = await drawnPdf((pdf) => {
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
