import { deflateSync } from 'node:zlib'

/* Hostile PDFs, and the bits of PDF syntax that they are made of. */

type PdfObject = string | Buffer

function pdfBody(objects: PdfObject[]): Buffer {
  const parts = objects.flatMap((object, i) => [`${i + 1} 0 obj\n`, object, '\nendobj\n'])
  return Buffer.concat(['%PDF-1.7\n', ...parts].map((part) => Buffer.from(part)))
}

/** Objects are numbered from 1, the catalog first. The cross-reference table is wrong, so that it is rebuilt. */
export function pdfOf(objects: PdfObject[]): Buffer {
  const body = pdfBody(objects)
  const end = `xref\n0 0\ntrailer\n<</Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.concat([body, Buffer.from(end)])
}

export function stream(entries: string, content: string | Buffer): Buffer {
  const start = `<<${entries}/Length ${content.length}>>\nstream\n`
  return Buffer.concat([start, content, '\nendstream'].map((part) => Buffer.from(part)))
}

const TWICE = '/Filter[/FlateDecode/FlateDecode]'

/** A few kilobytes that unpack to this many megabytes of the same byte. */
function packed(megabytes: number, bytes: Buffer): Buffer {
  return deflateSync(deflateSync(Buffer.alloc(megabytes * 1024 * 1024, bytes)))
}

export function page(contents: number, resources: string): string {
  return `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<<${resources}>>/Contents ${contents} 0 R>>`
}

export const CATALOG = '<</Type/Catalog/Pages 2 0 R>>'

const FONT = '/Font<</T<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>'

/** Each form draws the next one ten times, the last one a letter: 10^20 letters in 4 kB. */
export function endlessForms(): Buffer {
  const next = (number: number) => `/XObject<</F ${number} 0 R>>`
  const draw = '/F Do '.repeat(10)
  const form = (resources: string, content: string) =>
    stream(`/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<<${resources}>>`, content)
  const forms = Array.from({ length: 20 }, (_, i) => form(next(6 + i), draw))
  const pages = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
  const letter = form(FONT, 'BT /T 12 Tf 72 700 Td (x) Tj ET')
  return pdfOf([CATALOG, pages, page(4, next(5)), stream('', draw), ...forms, letter])
}

/** The first page unpacks to this many megabytes; the second has words. */
export function bombInFirstPage(megabytes: number): Buffer {
  return pdfOf([
    CATALOG,
    '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    page(5, ''),
    page(6, FONT),
    stream(TWICE, packed(megabytes, Buffer.from(' '))),
    stream('', 'BT /T 12 Tf 72 700 Td (Second page) Tj ET'),
  ])
}

/** The cross-reference table claims 200 million objects, and unpacks to as many as 96 MB hold. */
export function hugeTable(): Buffer {
  const body = pdfBody([CATALOG, '<</Type/Pages/Kids[]/Count 0>>'])
  const entries = packed(96, Buffer.of(1, 0, 0, 9, 0))
  const table = stream(`/Type/XRef/Size 200000000/W[1 3 1]/Root 1 0 R${TWICE}`, entries)
  const end = `\nendobj\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.concat([body, '3 0 obj\n', table, end].map((part) => Buffer.from(part)))
}
