import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'

/*
 * Pages with text that someone meant to redact, and similar pages without any: the benchmark of the check for covered
 * text.
 */

type Pdf = PDFKit.PDFDocument

interface Spot {
  x: number
  y: number
  width: number
  height: number
}

export interface CoverCase {
  name: string
  /** The text that can be copied but not seen; empty for a clean page. */
  covered: string[]
  draw(pdf: Pdf): void
}

const SECRET = 'Jane Penhallow'
const SECOND = 'account 4471'
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
  (color: string) =>
  (pdf: Pdf, { x, y, width, height }: Spot) =>
    void pdf.rect(x, y, width, height).fill(color)

type Cover = (pdf: Pdf, spot: Spot) => void

const COVERS: Record<string, Cover> = {
  'a black box': rectangle('black'),
  'a white box': rectangle('white'),
  'a gray box': rectangle('#999999'),
  'a red box': rectangle('#cc0000'),
  'an opaque yellow marker': rectangle('#ffff00'),
  'a box with round corners': (pdf, { x, y, width, height }) =>
    void pdf.roundedRect(x, y, width, height, 3).fill('black'),
  'a thick line': (pdf, { x, y, width, height }) =>
    void pdf
      .moveTo(x, y + height / 2)
      .lineTo(x + width, y + height / 2)
      .lineWidth(height)
      .stroke('black'),
  'a polygon': (pdf, { x, y, width, height }) =>
    void pdf
      .polygon(
        [x - 8, y - 1],
        [x + width + 8, y - 4],
        [x + width + 8, y + height],
        [x - 8, y + height],
      )
      .fill('black'),
  'an ellipse': (pdf, { x, y, width, height }) =>
    void pdf.ellipse(x + width / 2, y + height / 2, width, 2 * height).fill('black'),
  'a gradient': (pdf, { x, y, width, height }) => {
    const gradient = pdf
      .linearGradient(x, y, x + width, y)
      .stop(0, '#333333')
      .stop(1, '#aaaaaa')
    pdf.rect(x, y, width, height).fill(gradient)
  },
  'a picture': (pdf, spot) => drawPicture(pdf, spot, 0x22),
  'a white picture': (pdf, spot) => drawPicture(pdf, spot, 0xff),
  'many small boxes': (pdf, { x, y, width, height }) => {
    for (let at = 0; at < width; at += 6) pdf.rect(x + at, y, 6.5, height).fill('black')
  },
  'an annotation': (pdf, spot) => annotate(pdf, spot),
  'a text box that viewers draw themselves': (pdf, { x, y, width, height }) => {
    const bottom = pdf.page.height - y - height
    const box = { Rect: [x, bottom, x + width, bottom + height], F: 4, C: [0, 0, 0] }
    const text = pdf.ref({ Type: 'Annot', Subtype: 'FreeText', ...box })
    text.end(undefined)
    pdf.page.annotations.push(text)
  },
  'blocks that are text': (pdf, spot) => blocks(pdf, spot),
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

/** A black square that a PDF editor adds on top of the page. */
function annotate(pdf: Pdf, { x, y, width, height }: Spot): void {
  const bottom = pdf.page.height - y - height
  const look = pdf.ref({ ...FORM, BBox: [0, 0, width, height] })
  look.end(Buffer.from(`0 g 0 0 ${width} ${height} re f`))
  const square = pdf.ref({
    Type: 'Annot',
    Subtype: 'Square',
    Rect: [x, bottom, x + width, bottom + height],
    F: 4,
    AP: { N: look },
  })
  square.end(undefined)
  pdf.page.annotations.push(square)
}

const hides = (name: string, draw: (pdf: Pdf) => void, covered = [SECRET]): CoverCase => ({
  name,
  covered,
  draw,
})

/** Among the lines of a filing. */
const hidesInBody = (name: string, draw: (pdf: Pdf) => void, covered?: string[]) =>
  hides(name, (pdf) => draw(onLines(pdf)), covered)

function onLines(pdf: Pdf): Pdf {
  body(pdf)
  return pdf
}

/** The secret under a black box. */
const boxed = (pdf: Pdf, y?: number) => rectangle('black')(pdf, write(pdf, SECRET, y))

/** How a scan may lie under its recognized text: degrees, and points to the right and down. */
const ASKEW = {
  'a few degrees askew': [3, 0, 0],
  'askew the other way': [-1.5, 4, 0],
  'some points off': [0, -4, 7],
} as const

const COVERED: CoverCase[] = [
  ...Object.entries(COVERS).flatMap(([name, cover]) => [
    hidesInBody(`under ${name}`, (pdf) => cover(pdf, write(pdf, SECRET))),
    hidesInBody(
      `under ${name}, small print and large`,
      (pdf) => {
        cover(pdf, write(pdf, SECRET, 200, 7))
        cover(pdf, write(pdf, SECOND, 260, 22))
      },
      [SECRET, SECOND],
    ),
  ]),
  hidesInBody('under boxes with gaps between them', (pdf) => {
    const { x, y, width, height } = write(pdf, SECRET)
    for (let at = 0; at < width; at += 6) pdf.rect(x + at, y, 5, height).fill('black')
  }),
  hidesInBody('white on white', (pdf) => void write(pdf.fillColor('white'), SECRET)),
  hidesInBody('black on black', (pdf) => {
    pdf.rect(72, 190, 468, 80).fill('black')
    write(pdf, SECRET)
  }),
  hidesInBody('under a cover that lets an eighth of the light through', (pdf) => {
    const { x, y, width, height } = write(pdf, SECRET)
    pdf.save().fillOpacity(0.88).rect(x, y, width, height).fill('black').restore()
  }),
  hidesInBody('without any opacity', (pdf) => {
    pdf.save().fillOpacity(0)
    write(pdf, SECRET)
    pdf.restore()
  }),
  hides('in a scan, whose letters are covered and whose recognized text is not', (pdf) => {
    scan(pdf)
    pdf.rect(86, 216, 120, 20).fill('black')
    recognized(pdf)
  }),
  hides('in a scan, under a box no larger than the letters', (pdf) => {
    scan(pdf)
    pdf.rect(86, 219, 92, 11).fill('black')
    recognized(pdf)
  }),
  ...Object.entries(ASKEW).flatMap(([how, by]) =>
    ['black', 'white'].map((color) =>
      hides(`in a scan ${how}, under a ${color} box`, (pdf) => {
        askew(pdf, by, () => {
          scan(pdf)
          pdf.rect(86, 216, 92, 16).fill(color)
        })
        recognized(pdf)
      }),
    ),
  ),
  ...['black', 'white'].map((color) =>
    hides(`in a scan, under a ${color} box with a label`, (pdf) => {
      scan(pdf)
      recognized(pdf)
      pdf.rect(86, 214, 120, 20).fill(color)
      pdf.fillColor(color === 'black' ? 'white' : 'black')
      pdf.fontSize(11).text('[REDACTED: (b)(6)]', 88, 219, { lineBreak: false })
    }),
  ),
  hides('in a scan that lies over its recognized text, under a box', (pdf) => {
    scanOver(pdf)
    pdf.rect(86, 216, 120, 20).fill('black')
  }),
  hidesInBody('that nothing fills', (pdf) => {
    pdf.save().addContent('7 Tr')
    write(pdf, SECRET)
    pdf.restore()
  }),
  hidesInBody('on a page that is shown sideways', (pdf) => {
    boxed(pdf)
    setOnPage(pdf, { Rotate: 90 })
  }),
  hidesInBody('on a page of which the edges are cut off', (pdf) => {
    boxed(pdf)
    setOnPage(pdf, { CropBox: [36, 50, 580, 760] })
  }),
  hidesInBody('running upwards', (pdf) => {
    pdf.save().rotate(-90, { origin: [90, 620] })
    boxed(pdf, 620)
    pdf.restore()
  }),
  hidesInBody(
    'half of a line',
    (pdf) => {
      write(pdf, 'The witness Jane Penhallow of Salem, Massachusetts')
      const from = 90 + pdf.widthOfString('The witness Jane ')
      pdf.rect(from - 1, 216, pdf.widthOfString('Penhallow of Salem') + 3, 18).fill('black')
    },
    ['Penhallow of Salem'],
  ),
  ...Object.entries({
    'as large as the words': ['xxxx Pxxxxxxxx', 12],
    'in small print': ['REDACTED', 6],
    'larger than the words': ['[REDACTED]', 13],
  } as const).map(([name, [label, size]]) =>
    hidesInBody(`under a box with a label, ${name}`, (pdf) => {
      boxed(pdf)
      pdf.fillColor('white').fontSize(size).text(label, 92, 221, { lineBreak: false })
    }),
  ),
  ...['', 'Larkin'].map((value) =>
    hidesInBody(`under a field of a form with ${value ? 'words' : 'nothing'} in it`, (pdf) => {
      const { x, y, width, height } = write(pdf, SECRET)
      pdf.initForm()
      pdf.formText('name', x, y, width, height, { backgroundColor: '#ffffff', value })
    }),
  ),
  hidesInBody('under a white box, with other words in its place', (pdf) => {
    rectangle('white')(pdf, write(pdf, SECRET))
    write(pdf.fillColor('black'), 'The witness')
  }),
  ...Object.entries({
    'the tops': [221.6, 16],
    'the feet': [214, 13.4],
    'tops and feet': [221.4, 6.4],
  } as const).map(([name, [y, height]]) =>
    hidesInBody(
      `under a box from which ${name} of the letters stick out`,
      (pdf) => {
        write(pdf, 'JANE PENHALLOW 4471')
        pdf.rect(86, y, 180, height).fill('black')
      },
      ['JANE PENHALLOW 4471'],
    ),
  ),
  hidesInBody('in a part that is reused', (pdf) => {
    const { x, y, width, height } = write(pdf, SECRET)
    const part = pdf.ref({ ...FORM, BBox: [0, 0, 612, 792] })
    part.end(Buffer.from(`0 g ${x} ${792 - y - height} ${width} ${height} re f`))
    pdf.page.xobjects.Part = part
    pdf.save().addContent('1 0 0 -1 0 792 cm /Part Do').restore()
  }),
]

const setOnPage = (pdf: Pdf, entries: object) =>
  void Object.assign(pdf.page.dictionary.data, entries)

/** Gray noise where the letters of the scanned lines are. */
function scan(pdf: Pdf): void {
  for (const y of [100, 140, 220, 340, 380]) {
    for (let x = 90; x < 500; x += 4) pdf.rect(x, y + ((x * 7) % 5), 2, 8).fill('#222222')
  }
}

/** The invisible text layer of a recognized scan. */
function recognized(pdf: Pdf, y = 220): void {
  pdf.addContent('3 Tr')
  for (const line of [100, 140, 340, 380]) pdf.fontSize(12).text(WORDS.slice(0, 60), 90, line)
  write(pdf, SECRET, y)
  pdf.addContent('0 Tr')
}

/** Turned about the page's center, and moved by points. */
function askew(pdf: Pdf, [degrees, x, y]: readonly number[], draw: () => void): void {
  pdf
    .save()
    .translate(x ?? 0, y ?? 0)
    .rotate(degrees ?? 0, { origin: [306, 396] })
  draw()
  pdf.restore()
}

/** As some scanners' programs do: the recognized text is black, and the picture is on top of it. */
function scanOver(pdf: Pdf): void {
  for (const line of [100, 140, 340, 380]) pdf.fontSize(12).text(WORDS.slice(0, 60), 90, line)
  write(pdf, SECRET)
  drawPicture(pdf, { x: 0, y: 0, width: 612, height: 792 }, 0xff)
  scan(pdf)
}

const drawn = (name: string, draw: (pdf: Pdf) => void) => hides(name, draw, [])
const onBody = (name: string, draw: (pdf: Pdf) => void) => hidesInBody(name, draw, [])

const IN_ORDER: CoverCase[] = [
  onBody('nothing but text', () => {}),
  onBody('a real redaction', (pdf) => void pdf.rect(88, 216, 120, 18).fill('black')),
  onBody('several real redactions', (pdf) => {
    for (const x of [90, 220, 350]) pdf.rect(x, 216, 90, 14).fill('black')
  }),
  onBody('a redaction with its reason on it', (pdf) => {
    pdf.rect(88, 216, 160, 18).fill('black')
    write(pdf.fillColor('white'), 'REDACTED')
  }),
  onBody('a redaction of blocks that are text', (pdf) =>
    blocks(pdf, { x: 90, y: 220, width: 120, height: 12 }),
  ),
  ...['#ffff00', '#a0ffa0', '#ffc0cb'].flatMap((color) => [
    onBody(`a highlight under the text, ${color}`, (pdf) => {
      pdf.rect(88, 216, 200, 18).fill(color)
      write(pdf.fillColor('black'), SECRET)
    }),
    onBody(`a highlight over the text that can be read through, ${color}`, (pdf) => {
      const { x, y, width, height } = write(pdf, SECRET)
      pdf.save().fillOpacity(0.4).rect(x, y, width, height).fill(color).restore()
    }),
  ]),
  onBody('a highlight that multiplies', (pdf) => {
    const { x, y, width, height } = write(pdf, SECRET)
    pdf.page.ext_gstates.Multiply = pdf.ref({ Type: 'ExtGState', BM: 'Multiply' })
    pdf.page.ext_gstates.Multiply.end()
    pdf.save().addContent('/Multiply gs')
    pdf.rect(x, y, width, height).fill('#ffff00').restore()
  }),
  onBody('underlined and struck out', (pdf) => {
    pdf.fontSize(12).text(SECRET, 90, 220, { underline: true, lineBreak: false })
    pdf.text(SECOND, 90, 250, { strike: true, lineBreak: false })
  }),
  onBody('a table with shaded rows', (pdf) => {
    for (let row = 0; row < 8; row++) {
      pdf.rect(72, 190 + row * 16, 468, 16).fill(row % 2 === 0 ? '#dddddd' : 'white')
      pdf.fillColor('black').fontSize(10)
      for (const x of [80, 230, 380]) pdf.text(`Row ${row} $1,2${x}`, x, 194 + row * 16)
    }
  }),
  onBody('a table with dark headings', (pdf) => {
    pdf.rect(72, 190, 468, 20).fill('#1b2a41')
    pdf.fillColor('white').fontSize(10).text('Claim  Amount  Class', 80, 195)
  }),
  onBody('a letterhead on a band of color', (pdf) => {
    pdf.rect(0, 0, 612, 70).fill('#7a1f1f')
    pdf.fillColor('white').fontSize(20).text('Larkin & Dunmore LLP', 72, 24)
  }),
  onBody('a letterhead on a gradient', (pdf) => {
    const gradient = pdf.linearGradient(0, 0, 612, 0).stop(0, '#112244').stop(1, '#557799')
    pdf.rect(0, 0, 612, 70).fill(gradient)
    pdf.fillColor('white').fontSize(20).text('Larkin & Dunmore LLP', 72, 24)
  }),
  ...['#666666', '#999999', '#bbbbbb', '#d0d0d0'].map((color) =>
    onBody(`pale text, ${color}`, (pdf) => void write(pdf.fillColor(color), SECRET)),
  ),
  onBody('a watermark over everything', (pdf) => {
    pdf.save().fillOpacity(0.2).fillColor('red').fontSize(90)
    pdf.rotate(-45, { origin: [300, 400] }).text('DRAFT', 180, 380, { lineBreak: false })
    pdf.restore()
  }),
  onBody('a watermark on top, which letters show between', (pdf) => {
    pdf.fillColor('#dddddd').fontSize(110)
    pdf.rotate(-45, { origin: [300, 400] }).text('DRAFT', 130, 340, { lineBreak: false })
  }),
  onBody('a stamp of words across a line', (pdf) => {
    write(pdf, SECRET)
    pdf.fillColor('red').fontSize(20).text('RECEIVED', 100, 214, { lineBreak: false })
  }),
  onBody('lines so close that they touch', (pdf) => {
    for (let y = 200; y < 320; y += 9) pdf.text(`gypsy judge ${SECRET}`, 90, y)
  }),
  onBody('struck out with a thick line', (pdf) => {
    write(pdf, SECRET)
    pdf.rect(86, 223.5, 100, 2.5).fill('black')
  }),
  onBody('a watermark below', (pdf) => {
    pdf.fillColor('#f3f3f3').fontSize(90).text('COPY', 150, 250, { lineBreak: false })
    write(pdf.fillColor('black'), SECRET, 290)
  }),
  drawn('a recognized scan', (pdf) => {
    scan(pdf)
    recognized(pdf)
  }),
  drawn('a recognized scan that is a little off', (pdf) => {
    scan(pdf)
    recognized(pdf, 223)
  }),
  ...Object.entries(ASKEW).map(([how, by]) =>
    drawn(`a recognized scan ${how}`, (pdf) => {
      askew(pdf, by, () => scan(pdf))
      recognized(pdf)
    }),
  ),
  drawn('a scan that lies over its recognized text', scanOver),
  drawn('a scan that lies over its recognized text, with a stamp', (pdf) => {
    scanOver(pdf)
    pdf.fillColor('blue').fontSize(9)
    pdf.text('Case 1:26-cv-00045-ABC Document 12 Filed 07/01/26 Page 1 of 1', 72, 24)
  }),
  drawn('a scan with no text', scan),
  drawn('an empty page', () => {}),
  ...[6, 7, 8].map((size) =>
    onBody(`footnotes of ${size} points`, (pdf) => {
      pdf.fontSize(size).text(`1 ${WORDS} ${WORDS}`, 72, 600, { width: 468 })
    }),
  ),
  onBody('bold by painting twice', (pdf) => {
    write(pdf, SECRET)
    pdf.text(SECRET, 90.3, 220, { lineBreak: false })
  }),
  onBody('letters in outline', (pdf) => {
    pdf.fontSize(24).text(SECRET, 90, 220, { stroke: true, fill: false, lineBreak: false })
  }),
  onBody('letters cut out of a gradient', (pdf) => {
    const gradient = pdf.linearGradient(90, 0, 400, 0).stop(0, '#cc0000').stop(1, '#0000cc')
    pdf.save().addContent(`BT /F1 30 Tf 7 Tr 1 0 0 -1 90 244 Tm (${SECRET}) Tj ET`)
    pdf.rect(80, 210, 400, 50).fill(gradient).restore()
  }),
  onBody('unseen letters over a picture of them, as browsers print', (pdf) => {
    for (let x = 90; x < 176; x += 4) pdf.rect(x, 220 + ((x * 7) % 5), 2, 8).fill('#aa2222')
    pdf.save().fillColor('black').fillOpacity(0)
    write(pdf, SECRET)
    pdf.restore()
  }),
  onBody('letters of a font that is not in the file', (pdf) => {
    const about = { Type: 'Font', BaseFont: 'Ryumin-Light' }
    const system = { Registry: new String('Adobe'), Ordering: new String('Japan1'), Supplement: 2 }
    const letters = pdf.ref({ ...about, Subtype: 'CIDFontType0', CIDSystemInfo: system })
    letters.end(undefined)
    const encoding = { Encoding: 'UniJIS-UCS2-H', DescendantFonts: [letters] }
    pdf.page.fonts.Kanji = pdf.ref({ ...about, ...encoding, Subtype: 'Type0' })
    pdf.page.fonts.Kanji.end(undefined)
    pdf.addContent('BT /Kanji 12 Tf 1 0 0 -1 90 220 Tm <65E5672C8A9E88C15224> Tj ET')
  }),
  onBody('text over a picture', (pdf) => {
    drawPicture(pdf, { x: 72, y: 190, width: 468, height: 80 }, 0xaa)
    write(pdf.fillColor('black'), SECRET)
  }),
  onBody('numbered lines and rules of a pleading', (pdf) => {
    pdf.moveTo(66, 40).lineTo(66, 760).moveTo(69, 40).lineTo(69, 760).lineWidth(0.7).stroke('black')
    pdf.fontSize(12).fillColor('black')
    for (let line = 1; line <= 28; line++) pdf.text(String(line), 44, 40 + line * 24)
  }),
  onBody('boxes of a form', (pdf) => {
    for (let row = 0; row < 5; row++) {
      pdf
        .rect(80, 190 + row * 24, 12, 12)
        .lineWidth(1)
        .stroke('black')
      pdf
        .fillColor('black')
        .fontSize(10)
        .text(`Chapter ${7 + row}`, 100, 192 + row * 24)
    }
  }),
  onBody('fields of a form', (pdf) => {
    pdf.fontSize(12).text('Name:', 90, 224).text('City:', 90, 254)
    pdf.initForm()
    pdf.formText('name', 130, 220, 200, 18, { backgroundColor: '#ddeeff', value: 'Larkin' })
    pdf.formText('city', 130, 250, 200, 18, { borderColor: '#000000', value: '' })
    pdf.formCheckbox('agreed', 90, 280, 12, 12, { borderColor: '#000000' })
  }),
  onBody('lines to write on', (pdf) => {
    pdf.fontSize(12).text('Name: ______________________  Date: __________', 90, 220)
    pdf.moveTo(90, 233).lineTo(400, 233).lineWidth(1).stroke('black')
  }),
  onBody('leaders and bullets', (pdf) => {
    pdf.fontSize(12).text('Introduction ......................... 4', 90, 200)
    pdf.text('• The lease   • The deposit', 90, 230)
  }),
  onBody('a seal beside the signature', (pdf) => {
    pdf.circle(140, 230, 36).lineWidth(2).stroke('#223388')
    pdf.fillColor('#223388').fontSize(9).text('CLERK OF COURT', 100, 226, { lineBreak: false })
  }),
  onBody('a page that is shown sideways', (pdf) => setOnPage(pdf, { Rotate: 270 })),
  onBody('a page of which the edges are cut off', (pdf) =>
    setOnPage(pdf, { CropBox: [36, 50, 580, 760] }),
  ),
  onBody('a stamp in blue', (pdf) => {
    pdf.fillColor('blue').fontSize(9)
    pdf.text('Case 1:26-cv-00045-ABC Document 12 Filed 07/01/26 Page 1 of 1', 72, 24)
  }),
  onBody('columns', (pdf) => {
    pdf
      .fillColor('black')
      .fontSize(9)
      .text(`${WORDS} ${WORDS}`, 72, 520, { columns: 2, height: 60 })
  }),
]

export const COVER_CASES: readonly CoverCase[] = [...COVERED, ...IN_ORDER]

export async function writeCoverPdf(path: string, { draw }: CoverCase): Promise<void> {
  const pdf = new PDFDocument({ size: 'LETTER', info: { CreationDate: new Date(0) } })
  const file = pdf.pipe(createWriteStream(path))
  draw(pdf)
  pdf.end()
  await finished(file)
}
