import type { Pdf } from './drawn-page.ts'

/*
 * Pages with text that someone meant to redact, and similar pages without any: the benchmark of the check for covered
 * text.
 */

type Draw = (pdf: Pdf) => unknown

interface Spot {
  x: number
  y: number
  width: number
  height: number
}

const SECRET = 'Jane Penhallow'
const WORDS =
  'The parties agree that the lease of the warehouse ended on July 31, and that the deposit of $12,400 was paid.'

/** The lines of a filing around the secret. */
function body(pdf: Pdf): void {
  pdf.fontSize(12).fillColor('black')
  for (const y of [90, 130, 330, 370, 410, 450]) pdf.text(WORDS, 72, y, { width: 468 })
}

function write(pdf: Pdf, text: string, y = 220, size = 12): Spot {
  pdf.fontSize(size).text(text, 90, y, { lineBreak: false })
  return { x: 88, y: y - 2, width: pdf.widthOfString(text) + 4, height: size + 4 }
}

const rectangle =
  (color?: string) =>
  (pdf: Pdf, { x, y, width, height }: Spot) =>
    void pdf.rect(x, y, width, height).fill(color ?? 'black')

type Cover = (pdf: Pdf, spot: Spot) => void

const COVERS: Record<string, Cover> = {
  'a black box': rectangle(),
  'a white box': rectangle('white'),
  'an opaque yellow marker': rectangle('#ffff00'),
  'a picture': (pdf, spot) => drawPicture(pdf, spot, 0x22),
  'a white picture': (pdf, spot) => drawPicture(pdf, spot, 0xff),
  'an annotation': annotate,
  'a text box that viewers draw themselves': (pdf, spot) =>
    annotate(pdf, spot, { Subtype: 'FreeText', C: [0, 0, 0] }),
  'blocks that are text': blocks,
  'boxes with gaps between them': boxesWithGaps,
  'a field of a form with nothing in it': (pdf, spot) => formField(pdf, spot, ''),
  'a field of a form with words in it': (pdf, spot) => formField(pdf, spot, 'Larkin'),
  'a part that is reused': drawPart,
}

/** A gap of a point after every five. */
function boxesWithGaps(pdf: Pdf, { x, y, width, height }: Spot): void {
  for (let at = 0; at < width; at += 6) pdf.rect(x + at, y, 5, height).fill('black')
}

/** `n` is a black square on the baseline in this font. */
function blocks(pdf: Pdf, { x, y, width, height }: Spot): void {
  pdf.font('ZapfDingbats').fontSize(1.5 * height)
  pdf.fillColor('black')
  for (let at = 0; at < width; at += height) {
    pdf.text('n', x + at, y + height, { lineBreak: false })
  }
  pdf.font('Helvetica')
}

/** A uniform gray. */
function drawPicture(pdf: Pdf, { x, y, width, height }: Spot, gray: number): void {
  const about = { Type: 'XObject', Subtype: 'Image', Width: 1, Height: 1, BitsPerComponent: 8 }
  const picture = pdf.ref({ ...about, ColorSpace: 'DeviceGray' })
  picture.end(Buffer.from([gray]))
  pdf.page.xobjects.Cover = picture
  pdf
    .save()
    .addContent(`${width} 0 0 ${-height} ${x} ${y + height} cm /Cover Do`)
    .restore()
}

const FORM = { Type: 'XObject', Subtype: 'Form', Resources: {} }

/** As a PDF editor adds on top of the page; by default, a black square. */
function annotate(pdf: Pdf, { x, y, width, height }: Spot, entries?: object): void {
  const bottom = pdf.page.height - y - height
  const look = pdf.ref({ ...FORM, BBox: [0, 0, width, height] })
  look.end(Buffer.from(`0 g 0 0 ${width} ${height} re f`))
  const annotation = pdf.ref({
    Type: 'Annot',
    Rect: [x, bottom, x + width, bottom + height],
    F: 4,
    ...(entries ?? { Subtype: 'Square', AP: { N: look } }),
  })
  annotation.end(undefined)
  pdf.page.annotations.push(annotation)
}

function drawPart(pdf: Pdf, { x, y, width, height }: Spot): void {
  const part = pdf.ref({ ...FORM, BBox: [0, 0, 612, 792] })
  part.end(Buffer.from(`0 g ${x} ${792 - y - height} ${width} ${height} re f`))
  pdf.page.xobjects.Part = part
  pdf.save().addContent('1 0 0 -1 0 792 cm /Part Do').restore()
}

function formField(pdf: Pdf, { x, y, width, height }: Spot, value: string): void {
  pdf.initForm()
  pdf.formText('name', x, y, width, height, { backgroundColor: '#ffffff', value })
}

const COVERED_PAGES = `
${Object.keys(COVERS)
  .map((name) => `under ${name} | under ${name}`)
  .join('\n')}
under a black box, small print and large | under a black box at 200 7; under a black box at 260 22 “account 4471” | Jane Penhallow / account 4471
under blocks that are text, small print and large | under blocks that are text at 200 7; under blocks that are text at 260 22 “account 4471” | Jane Penhallow / account 4471
white on white | write white
black on black | box 72 190 468 80; write
under a cover that lets an eighth of the light through | write; faint 0.88 box 88 218 91 16
without any opacity | faint 0 write
that nothing fills | letters 7 write
on a page that is shown sideways | under a black box; shown Rotate 90
on a page of which the edges are cut off | under a black box; shown CropBox 36 50 580 760
running upwards | tilted -90 90 620 under a black box at 620
under a white box, with other words in its place | under a white box; write “The witness”
under a box with a label, as large as the words | under a black box; write white 92,221 12 “xxxx Pxxxxxxxx”
under a box with a label, in small print | under a black box; write white 92,221 6 “REDACTED”
under a box with a label, larger than the words | under a black box; write white 92,221 13 “[REDACTED]”
half of a line | write “The witness Jane Penhallow of Salem, Massachusetts”; box 180.4 216 107 18 | Penhallow of Salem
under a box from which the tops of the letters stick out | write “JANE PENHALLOW”; box 86 221.6 180 16 | JANE PENHALLOW
under a box from which the feet of the letters stick out | write “JANE PENHALLOW”; box 86 214 180 13.4 | JANE PENHALLOW
under a box from which tops and feet of the letters stick out | write “JANE PENHALLOW”; box 86 221.4 180 6.4 | JANE PENHALLOW
`

const COVERED_SCANS = `
in a scan whose letters are covered and whose recognized text is not | scan; box 86 216 120 20; recognized
in a scan, under a box no larger than the letters | scan; box 86 219 92 11; recognized
in a scan a few degrees askew, under a black box | askew 3 0 0; scan; box 86 216 92 16; level; recognized
in a scan askew the other way, under a white box | askew -1.5 4 0; scan; box 86 216 92 16 white; level; recognized
in a scan some points off, under a black box | askew 0 -4 7; scan; box 86 216 92 16; level; recognized
in a scan, under a black box with a label | scan; recognized; box 86 214 120 20; write white 88,219 11 “(b)(6)”
in a scan, under a white box with a label | scan; recognized; box 86 214 120 20 white; write 88,219 11 “(b)(6)”
in a scan that lies over its recognized text, under a box | scan over text; box 86 216 120 20
`

const PAGES_IN_ORDER = `
nothing but text |
a real redaction | box 88 216 120 18
several real redactions | box 90 216 90 14; box 220 216 90 14; box 350 216 90 14
a redaction with its reason on it | box 88 216 160 18; write white “REDACTED”
a highlight under the text, yellow | box 88 216 200 18 #ffff00; write
a highlight over the text that can be read through, yellow | write; faint 0.4 box 88 218 91 16 #ffff00
a table with dark headings | box 72 190 468 20 #1b2a41; write white 80,195 10 “Claim  Amount  Class”
a letterhead on a band of color | box 0 0 612 70 #7a1f1f; write white 72,24 20 “Larkin & Dunmore LLP”
pale text, #d0d0d0 | write #d0d0d0
a watermark over everything | faint 0.2 tilted -45 300 400 write red 180,380 90 “DRAFT”
a watermark on top, which letters show between | tilted -45 300 400 write #dddddd 130,340 110 “DRAFT”
a watermark below | write #f3f3f3 150,250 90 “COPY”; write 90,290
a stamp of words across a line | write; write red 100,214 20 “RECEIVED”
a stamp in blue | write blue 72,24 9 “Case 1:26-cv-45 Document 12 Filed 07/01/26 Page 1 of 1”
struck out with a thick line | write; box 86 223.5 100 2.5
bold by painting twice | write; write 90.3,220
unseen letters over a picture of them, as browsers print | marks; faint 0 write
lines to write on | write “Name: ______________________  Date: __________”; box 90 232.5 310 1
leaders and bullets | write 90,200 “Introduction ......... 4”; write 90,230 “• The lease   • The deposit”
a page that is shown sideways | shown Rotate 270
a page of which the edges are cut off | shown CropBox 36 50 580 760
`

const SCANS_IN_ORDER = `
a recognized scan | scan; recognized
a recognized scan that is a little off | scan; recognized 223
a recognized scan a few degrees askew | askew 3 0 0; scan; level; recognized
a recognized scan askew the other way | askew -1.5 4 0; scan; level; recognized
a recognized scan some points off | askew 0 -4 7; scan; level; recognized
a scan that lies over its recognized text | scan over text
a scan that lies over its recognized text, with a stamp | scan over text; write blue 72,24 9 “Document 12”
a scan with no text | scan
an empty page |
`

/** How a step is drawn. @param words what follows its name; numbers are points, `120,80` is a place, “…” is text */
const STEPS: Record<string, (words: string[]) => Draw> = {
  box: ([x, y, width, height, color]) => {
    const spot = { x: Number(x), y: Number(y), width: Number(width), height: Number(height) }
    return (pdf) => rectangle(color)(pdf, spot)
  },
  write(words) {
    const find = (shape: RegExp) => words.find((word) => shape.test(word))
    const [x = 90, y = 220] =
      find(/^[\d.]+,/)
        ?.split(',')
        .map(Number) ?? []
    const text = find(/^“/)?.slice(1, -1) ?? SECRET
    const color = find(/^(#|[a-z])/) ?? 'black'
    const size = Number(find(/^\d+$/) ?? 12)
    return (pdf) => pdf.fillColor(color).fontSize(size).text(text, x, y, { lineBreak: false })
  },
  under(words) {
    const form = /^(.*?)(?: at (\d+)(?: (\d+))?)?(?: “(.*)”)?$/
    const [, name = '', y = 220, size = 12, text = SECRET] = form.exec(words.join(' ')) ?? []
    return (pdf) => COVERS[name]?.(pdf, write(pdf, text, Number(y), Number(size)))
  },
  faint: ([opacity, ...step]) => saved((pdf) => pdf.fillOpacity(Number(opacity)), step),
  letters: ([mode, ...step]) => saved((pdf) => pdf.addContent(`${mode} Tr`), step),
  tilted: ([degrees, x, y, ...step]) =>
    saved((pdf) => pdf.rotate(Number(degrees), { origin: [Number(x), Number(y)] }), step),
  /** How a scan may lie under its recognized text: turned about the page's center, and moved. */
  askew: ([degrees, x, y]) => {
    return (pdf) =>
      pdf
        .save()
        .translate(Number(x), Number(y))
        .rotate(Number(degrees), { origin: [306, 396] })
  },
  level: () => (pdf) => pdf.restore(),
  shown: ([entry = '', ...numbers]) => {
    const value = numbers.length > 1 ? numbers.map(Number) : Number(numbers[0])
    return (pdf) => Object.assign(pdf.page.dictionary.data, { [entry]: value })
  },
  /** Gray noise where the letters of the scanned lines are; its text may be below the picture, as some programs leave it. */
  scan: ([over]) => {
    return (pdf) => {
      if (over) {
        scannedLines(pdf)
        stepOf(['write'])(pdf)
        drawPicture(pdf, { x: 0, y: 0, width: 612, height: 792 }, 0xff)
      }
      for (const y of [100, 140, 220, 340, 380]) drawMarks(pdf, { y, to: 500, color: '#222222' })
    }
  },
  /** The invisible text layer of a recognized scan. */
  recognized: ([y = 220]) => {
    return (pdf) => {
      pdf.addContent('3 Tr')
      scannedLines(pdf)
      stepOf(['write', `90,${y}`])(pdf)
      pdf.addContent('0 Tr')
    }
  },
  marks: () => (pdf) => drawMarks(pdf, { y: 220, to: 176, color: '#aa2222' }),
}

const saved =
  (set: (pdf: Pdf) => unknown, step: string[]): Draw =>
  (pdf) => {
    pdf.save()
    set(pdf)
    stepOf(step)(pdf)
    pdf.restore()
  }

function drawMarks(pdf: Pdf, { y, to, color }: { y: number; to: number; color: string }): void {
  for (let x = 90; x < to; x += 4) pdf.rect(x, y + ((x * 7) % 5), 2, 8).fill(color)
}

const scannedLines: Draw = (pdf) => {
  for (const line of [100, 140, 340, 380]) pdf.fontSize(12).text(WORDS.slice(0, 60), 90, line)
}

function stepOf([name = '', ...words]: string[]): Draw {
  const step = STEPS[name]
  if (!step) throw new Error(`no such step: ${name}`)
  return step(words)
}

/** `name | steps | what is covered, if it is not the secret` of each page. */
const pagesOf = (table: string, covered: string[], ...first: Draw[]) =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', steps = '', other] = line.split(/ \| ?/)
      const draws = steps.match(/[^;]+/g)?.map((step) => stepOf(step.match(/“.*”|\S+/g) ?? []))
      return drawn(name, other?.split(' / ') ?? covered, ...first, ...(draws ?? []))
    })

const drawn = (name: string, covered: string[], ...draws: Draw[]) => ({
  name,
  /** The text that can be copied but not seen; empty for a clean page. */
  covered,
  draw(pdf: Pdf) {
    for (const draw of draws) draw(pdf)
  },
})

/** Pages in order that take more than a line to draw. */
const DRAWN_IN_ORDER: Record<string, Draw> = {
  'a redaction of blocks that are text': (pdf) =>
    blocks(pdf, { x: 90, y: 220, width: 120, height: 12 }),
  'a highlight that multiplies': (pdf) => {
    stepOf(['write'])(pdf)
    pdf.page.ext_gstates.Multiply = pdf.ref({ Type: 'ExtGState', BM: 'Multiply' })
    pdf.page.ext_gstates.Multiply.end()
    pdf.save().addContent('/Multiply gs')
    pdf.rect(88, 218, 91, 16).fill('#ffff00').restore()
  },
  'lines so close that they touch': (pdf) => {
    for (let line = 0; line < 14; line++) pdf.text(`gypsy judge ${SECRET}`, 90, 200 + 9 * line)
  },
  'footnotes of six to eight points': (pdf) => {
    for (const size of [6, 7, 8]) {
      pdf.fontSize(size).text(`1 ${WORDS} ${WORDS}`, 72, 60 * size + 160, { width: 468 })
    }
  },
  'letters in outline': (pdf) => {
    pdf.fontSize(24).text(SECRET, 90, 220, { stroke: true, fill: false, lineBreak: false })
  },
  'letters cut out of a gradient': (pdf) => {
    pdf.save().addContent(`BT /F1 30 Tf 7 Tr 1 0 0 -1 90 244 Tm (${SECRET}) Tj ET`)
    const gradient = pdf.linearGradient(90, 0, 400, 0).stop(0, '#cc0000').stop(1, '#0000cc')
    pdf.rect(80, 210, 400, 50).fill(gradient).restore()
  },
  'letters of a font that is not in the file': (pdf) => {
    const about = { Type: 'Font', BaseFont: 'Ryumin-Light' }
    const system = { Registry: new String('Adobe'), Ordering: new String('Japan1'), Supplement: 2 }
    const letters = pdf.ref({ ...about, Subtype: 'CIDFontType0', CIDSystemInfo: system })
    letters.end(undefined)
    const encoding = { Encoding: 'UniJIS-UCS2-H', DescendantFonts: [letters] }
    pdf.page.fonts.Kanji = pdf.ref({ ...about, ...encoding, Subtype: 'Type0' })
    pdf.page.fonts.Kanji.end(undefined)
    pdf.addContent('BT /Kanji 12 Tf 1 0 0 -1 90 220 Tm <65E5672C8A9E88C15224> Tj ET')
  },
  'text over a picture': (pdf) => {
    drawPicture(pdf, { x: 72, y: 190, width: 468, height: 80 }, 0xaa)
    stepOf(['write'])(pdf)
  },
  'fields of a form': (pdf) => {
    pdf.text('Name:', 90, 224).text('City:', 90, 254).initForm()
    pdf.formText('name', 130, 220, 200, 18, { backgroundColor: '#ddeeff', value: 'Larkin' })
    pdf.formText('city', 130, 250, 200, 18, { borderColor: '#000000', value: '' })
    pdf.formCheckbox('agreed', 90, 280, 12, 12, { borderColor: '#000000' })
  },
}

export const COVER_CASES = [
  ...pagesOf(COVERED_PAGES, [SECRET], body),
  ...pagesOf(COVERED_SCANS, [SECRET]),
  ...pagesOf(PAGES_IN_ORDER, [], body),
  ...Object.entries(DRAWN_IN_ORDER).map(([name, draw]) => drawn(name, [], body, draw)),
  ...pagesOf(SCANS_IN_ORDER, []),
]
