import { writeFileSync } from 'node:fs'
import { drawnPdf, type Pdf } from './drawn-page.ts'

/*
 * Pages with text that someone meant to redact, and similar pages without any: the benchmark of the check for covered
 * text.
 */

type Draw = (pdf: Pdf) => void

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
  draw: Draw
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
  (color = 'black') =>
  (pdf: Pdf, { x, y, width, height }: Spot) =>
    void pdf.rect(x, y, width, height).fill(color)

type Cover = (pdf: Pdf, spot: Spot) => void

const COVERS: Record<string, Cover> = {
  'a black box': rectangle(),
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
  'a gradient': (pdf, { x, y, width, height }) =>
    void pdf.rect(x, y, width, height).fill(gradient(pdf, [x, '#333333'], [x + width, '#aaaaaa'])),
  'a picture': (pdf, spot) => drawPicture(pdf, spot, 0x22),
  'a white picture': (pdf, spot) => drawPicture(pdf, spot, 0xff),
  'many small boxes': smallBoxes(6.5),
  'an annotation': annotate,
  'a text box that viewers draw themselves': (pdf, spot) =>
    annotate(pdf, spot, { Subtype: 'FreeText', C: [0, 0, 0] }),
  'blocks that are text': blocks,
}

type Stop = [x: number, color: string]

const gradient = (pdf: Pdf, [left, first]: Stop, [right, last]: Stop) =>
  pdf.linearGradient(left, 0, right, 0).stop(0, first).stop(1, last)

/** Every six points. */
function smallBoxes(wide: number): Cover {
  return (pdf, { x, y, width, height }) => {
    for (let at = 0; at < width; at += 6) pdf.rect(x + at, y, wide, height).fill('black')
  }
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
    ...{ Type: 'Annot', Rect: [x, bottom, x + width, bottom + height], F: 4 },
    ...(entries ?? { Subtype: 'Square', AP: { N: look } }),
  })
  annotation.end(undefined)
  pdf.page.annotations.push(annotation)
}

/* A page is made of steps. */

const box =
  (x: number, y: number, width: number, height: number, color?: string): Draw =>
  (pdf) =>
    rectangle(color)(pdf, { x, y, width, height })

const says =
  (text: string, color = 'black', [x, y] = [90, 220], size = 12): Draw =>
  (pdf) =>
    void pdf.fillColor(color).fontSize(size).text(text, x, y, { lineBreak: false })

const saved =
  (...steps: Draw[]): Draw =>
  (pdf) => {
    pdf.save()
    for (const step of steps) step(pdf)
    pdf.restore()
  }

const seeThrough = (opacity: number, ...steps: Draw[]) =>
  saved((pdf) => void pdf.fillOpacity(opacity), ...steps)

const operator =
  (content: string): Draw =>
  (pdf) =>
    void pdf.addContent(content)

const tilted = (degrees: number, origin: [number, number], ...steps: Draw[]) =>
  saved((pdf) => void pdf.rotate(degrees, { origin }), ...steps)

const setOnPage =
  (entries: object): Draw =>
  (pdf) =>
    void Object.assign(pdf.page.dictionary.data, entries)

/** The secret under a cover. */
const under =
  (cover: Cover, text = SECRET, y?: number, size?: number): Draw =>
  (pdf) =>
    cover(pdf, write(pdf, text, y, size))

const boxed = (y?: number) => under(rectangle(), SECRET, y)

/** Gray noise where the letters of the scanned lines are. */
const scan: Draw = (pdf) => {
  for (const y of [100, 140, 220, 340, 380]) {
    for (let x = 90; x < 500; x += 4) pdf.rect(x, y + ((x * 7) % 5), 2, 8).fill('#222222')
  }
}

const scannedLines: Draw = (pdf) => {
  for (const line of [100, 140, 340, 380]) pdf.fontSize(12).text(WORDS.slice(0, 60), 90, line)
}

/** The invisible text layer of a recognized scan. */
const recognizedAt = (y: number): Draw[] => [
  operator('3 Tr'),
  scannedLines,
  says(SECRET, 'black', [90, y]),
  operator('0 Tr'),
]
const recognized = recognizedAt(220)

/** As some scanners' programs do: the recognized text is black, and the picture is on top of it. */
const scanOver: Draw[] = [
  scannedLines,
  says(SECRET),
  (pdf) => drawPicture(pdf, { x: 0, y: 0, width: 612, height: 792 }, 0xff),
  scan,
]

/** How a scan may lie under its recognized text: degrees, and points to the right and down. */
const ASKEW = Object.entries({
  'a few degrees askew': [3, 0, 0],
  'askew the other way': [-1.5, 4, 0],
  'some points off': [0, -4, 7],
} as const)

/** Turned about the page's center, and moved by points. */
const askew = ([degrees, x, y]: readonly [number, number, number], ...steps: Draw[]) =>
  saved((pdf) => void pdf.translate(x, y).rotate(degrees, { origin: [306, 396] }), ...steps)

const STAMPED = 'Case 1:26-cv-00045-ABC Document 12 Filed 07/01/26 Page 1 of 1'
const STAMP = says(STAMPED, 'blue', [72, 24], 9)

const LETTERHEAD = says('Larkin & Dunmore LLP', 'white', [72, 24], 20)

const pageWith =
  (covered: string[], ...first: Draw[]) =>
  (name: string, ...steps: Draw[]): CoverCase => ({
    name,
    covered,
    draw(pdf) {
      for (const step of [...first, ...steps]) step(pdf)
    },
  })

/** Among the lines of a filing. */
const hides = pageWith([SECRET], body)
const hidesInScan = pageWith([SECRET])

const COVERED: CoverCase[] = [
  ...Object.entries(COVERS).flatMap(([name, cover]) => [
    hides(`under ${name}`, under(cover)),
    pageWith([SECRET, SECOND], body)(
      `under ${name}, small print and large`,
      under(cover, SECRET, 200, 7),
      under(cover, SECOND, 260, 22),
    ),
  ]),
  hides('under boxes with gaps between them', under(smallBoxes(5))),
  hides('white on white', says(SECRET, 'white')),
  hides('black on black', box(72, 190, 468, 80), says(SECRET)),
  hides(
    'under a cover that lets an eighth of the light through',
    says(SECRET),
    seeThrough(0.88, box(88, 218, 91, 16)),
  ),
  hides('without any opacity', seeThrough(0, says(SECRET))),
  hidesInScan(
    'in a scan, whose letters are covered and whose recognized text is not',
    scan,
    box(86, 216, 120, 20),
    ...recognized,
  ),
  hidesInScan(
    'in a scan, under a box no larger than the letters',
    scan,
    box(86, 219, 92, 11),
    ...recognized,
  ),
  ...ASKEW.flatMap(([how, by]) =>
    ['black', 'white'].map((color) =>
      hidesInScan(
        `in a scan ${how}, under a ${color} box`,
        askew(by, scan, box(86, 216, 92, 16, color)),
        ...recognized,
      ),
    ),
  ),
  ...[
    ['black', 'white'],
    ['white', 'black'],
  ].map(([color = '', other = '']) =>
    hidesInScan(
      `in a scan, under a ${color} box with a label`,
      scan,
      ...recognized,
      box(86, 214, 120, 20, color),
      says('[REDACTED: (b)(6)]', other, [88, 219], 11),
    ),
  ),
  hidesInScan(
    'in a scan that lies over its recognized text, under a box',
    ...scanOver,
    box(86, 216, 120, 20),
  ),
  hides('that nothing fills', saved(operator('7 Tr'), says(SECRET))),
  hides('on a page that is shown sideways', boxed(), setOnPage({ Rotate: 90 })),
  hides(
    'on a page of which the edges are cut off',
    boxed(),
    setOnPage({ CropBox: [36, 50, 580, 760] }),
  ),
  hides('running upwards', tilted(-90, [90, 620], boxed(620))),
  pageWith(['Penhallow of Salem'], body)(
    'half of a line',
    says('The witness Jane Penhallow of Salem, Massachusetts'),
    box(180.4, 216, 107, 18),
  ),
  ...Object.entries({
    'as large as the words': ['xxxx Pxxxxxxxx', 12],
    'in small print': ['REDACTED', 6],
    'larger than the words': ['[REDACTED]', 13],
  } as const).map(([name, [label, size]]) =>
    hides(`under a box with a label, ${name}`, boxed(), says(label, 'white', [92, 221], size)),
  ),
  ...['', 'Larkin'].map((value) =>
    hides(
      `under a field of a form with ${value ? 'words' : 'nothing'} in it`,
      under((pdf, { x, y, width, height }) => {
        pdf.initForm()
        pdf.formText('name', x, y, width, height, { backgroundColor: '#ffffff', value })
      }),
    ),
  ),
  hides(
    'under a white box, with other words in its place',
    under(rectangle('white')),
    says('The witness'),
  ),
  ...Object.entries({
    'the tops': [221.6, 16],
    'the feet': [214, 13.4],
    'tops and feet': [221.4, 6.4],
  } as const).map(([name, [y, height]]) =>
    pageWith(['JANE PENHALLOW 4471'], body)(
      `under a box from which ${name} of the letters stick out`,
      says('JANE PENHALLOW 4471'),
      box(86, y, 180, height),
    ),
  ),
  hides(
    'in a part that is reused',
    under((pdf, { x, y, width, height }) => {
      const part = pdf.ref({ ...FORM, BBox: [0, 0, 612, 792] })
      part.end(Buffer.from(`0 g ${x} ${792 - y - height} ${width} ${height} re f`))
      pdf.page.xobjects.Part = part
      pdf.save().addContent('1 0 0 -1 0 792 cm /Part Do').restore()
    }),
  ),
]

const shows = pageWith([], body)
const showsScan = pageWith([])

const IN_ORDER: CoverCase[] = [
  shows('nothing but text'),
  shows('a real redaction', box(88, 216, 120, 18)),
  shows('several real redactions', ...[90, 220, 350].map((x) => box(x, 216, 90, 14))),
  shows('a redaction with its reason on it', box(88, 216, 160, 18), says('REDACTED', 'white')),
  shows('a redaction of blocks that are text', (pdf) =>
    blocks(pdf, { x: 90, y: 220, width: 120, height: 12 }),
  ),
  ...['#ffff00', '#a0ffa0', '#ffc0cb'].flatMap((color) => [
    shows(`a highlight under the text, ${color}`, box(88, 216, 200, 18, color), says(SECRET)),
    shows(
      `a highlight over the text that can be read through, ${color}`,
      says(SECRET),
      seeThrough(0.4, box(88, 218, 91, 16, color)),
    ),
  ]),
  shows('a highlight that multiplies', says(SECRET), (pdf) => {
    pdf.page.ext_gstates.Multiply = pdf.ref({ Type: 'ExtGState', BM: 'Multiply' })
    pdf.page.ext_gstates.Multiply.end()
    pdf.save().addContent('/Multiply gs')
    pdf.rect(88, 218, 91, 16).fill('#ffff00').restore()
  }),
  shows('underlined and struck out', (pdf) => {
    pdf.fontSize(12).text(SECRET, 90, 220, { underline: true, lineBreak: false })
    pdf.text(SECOND, 90, 250, { strike: true, lineBreak: false })
  }),
  shows(
    'a table with shaded rows',
    ...Array.from({ length: 8 }, (_, row) => [
      box(72, 190 + row * 16, 468, 16, row % 2 === 0 ? '#dddddd' : 'white'),
      ...[80, 230, 380].map((x) => says(`Row ${row} $1,2${x}`, 'black', [x, 194 + row * 16], 10)),
    ]).flat(),
  ),
  shows(
    'a table with dark headings',
    box(72, 190, 468, 20, '#1b2a41'),
    says('Claim  Amount  Class', 'white', [80, 195], 10),
  ),
  shows('a letterhead on a band of color', box(0, 0, 612, 70, '#7a1f1f'), LETTERHEAD),
  shows(
    'a letterhead on a gradient',
    (pdf) => void pdf.rect(0, 0, 612, 70).fill(gradient(pdf, [0, '#112244'], [612, '#557799'])),
    LETTERHEAD,
  ),
  ...['#666666', '#999999', '#bbbbbb', '#d0d0d0'].map((color) =>
    shows(`pale text, ${color}`, says(SECRET, color)),
  ),
  shows(
    'a watermark over everything',
    seeThrough(0.2, tilted(-45, [300, 400], says('DRAFT', 'red', [180, 380], 90))),
  ),
  shows(
    'a watermark on top, which letters show between',
    tilted(-45, [300, 400], says('DRAFT', '#dddddd', [130, 340], 110)),
  ),
  shows('a stamp of words across a line', says(SECRET), says('RECEIVED', 'red', [100, 214], 20)),
  shows(
    'lines so close that they touch',
    ...Array.from({ length: 14 }, (_, line) =>
      says(`gypsy judge ${SECRET}`, 'black', [90, 200 + 9 * line]),
    ),
  ),
  shows('struck out with a thick line', says(SECRET), box(86, 223.5, 100, 2.5)),
  shows(
    'a watermark below',
    says('COPY', '#f3f3f3', [150, 250], 90),
    says(SECRET, 'black', [90, 290]),
  ),
  showsScan('a recognized scan', scan, ...recognized),
  showsScan('a recognized scan that is a little off', scan, ...recognizedAt(223)),
  ...ASKEW.map(([how, by]) =>
    showsScan(`a recognized scan ${how}`, askew(by, scan), ...recognized),
  ),
  showsScan('a scan that lies over its recognized text', ...scanOver),
  showsScan('a scan that lies over its recognized text, with a stamp', ...scanOver, STAMP),
  showsScan('a scan with no text', scan),
  showsScan('an empty page'),
  ...[6, 7, 8].map((size) =>
    shows(`footnotes of ${size} points`, (pdf) => {
      pdf.fontSize(size).text(`1 ${WORDS} ${WORDS}`, 72, 600, { width: 468 })
    }),
  ),
  shows('bold by painting twice', says(SECRET), says(SECRET, 'black', [90.3, 220])),
  shows('letters in outline', (pdf) => {
    pdf.fontSize(24).text(SECRET, 90, 220, { stroke: true, fill: false, lineBreak: false })
  }),
  shows('letters cut out of a gradient', (pdf) => {
    pdf.save().addContent(`BT /F1 30 Tf 7 Tr 1 0 0 -1 90 244 Tm (${SECRET}) Tj ET`)
    pdf
      .rect(80, 210, 400, 50)
      .fill(gradient(pdf, [90, '#cc0000'], [400, '#0000cc']))
      .restore()
  }),
  shows(
    'unseen letters over a picture of them, as browsers print',
    (pdf) => {
      for (let x = 90; x < 176; x += 4) pdf.rect(x, 220 + ((x * 7) % 5), 2, 8).fill('#aa2222')
    },
    seeThrough(0, says(SECRET)),
  ),
  shows('letters of a font that is not in the file', (pdf) => {
    const about = { Type: 'Font', BaseFont: 'Ryumin-Light' }
    const system = { Registry: new String('Adobe'), Ordering: new String('Japan1'), Supplement: 2 }
    const letters = pdf.ref({ ...about, Subtype: 'CIDFontType0', CIDSystemInfo: system })
    letters.end(undefined)
    const encoding = { Encoding: 'UniJIS-UCS2-H', DescendantFonts: [letters] }
    pdf.page.fonts.Kanji = pdf.ref({ ...about, ...encoding, Subtype: 'Type0' })
    pdf.page.fonts.Kanji.end(undefined)
    pdf.addContent('BT /Kanji 12 Tf 1 0 0 -1 90 220 Tm <65E5672C8A9E88C15224> Tj ET')
  }),
  shows(
    'text over a picture',
    (pdf) => drawPicture(pdf, { x: 72, y: 190, width: 468, height: 80 }, 0xaa),
    says(SECRET),
  ),
  shows(
    'numbered lines and rules of a pleading',
    box(66, 40, 0.7, 720),
    box(69, 40, 0.7, 720),
    ...Array.from({ length: 28 }, (_, line) => says(`${line + 1}`, 'black', [44, 64 + line * 24])),
  ),
  shows('boxes of a form', (pdf) => {
    for (let row = 0; row < 5; row++) {
      pdf
        .rect(80, 190 + row * 24, 12, 12)
        .lineWidth(1)
        .stroke('black')
      says(`Chapter ${7 + row}`, 'black', [100, 192 + row * 24], 10)(pdf)
    }
  }),
  shows(
    'fields of a form',
    says('Name:', 'black', [90, 224]),
    says('City:', 'black', [90, 254]),
    (pdf) => {
      pdf.initForm()
      pdf.formText('name', 130, 220, 200, 18, { backgroundColor: '#ddeeff', value: 'Larkin' })
      pdf.formText('city', 130, 250, 200, 18, { borderColor: '#000000', value: '' })
      pdf.formCheckbox('agreed', 90, 280, 12, 12, { borderColor: '#000000' })
    },
  ),
  shows(
    'lines to write on',
    says('Name: ______________________  Date: __________'),
    box(90, 232.5, 310, 1),
  ),
  shows(
    'leaders and bullets',
    says('Introduction ......................... 4', 'black', [90, 200]),
    says('• The lease   • The deposit', 'black', [90, 230]),
  ),
  shows(
    'a seal beside the signature',
    (pdf) => void pdf.circle(140, 230, 36).lineWidth(2).stroke('#223388'),
    says('CLERK OF COURT', '#223388', [100, 226], 9),
  ),
  shows('a page that is shown sideways', setOnPage({ Rotate: 270 })),
  shows('a page of which the edges are cut off', setOnPage({ CropBox: [36, 50, 580, 760] })),
  shows('a stamp in blue', STAMP),
  shows('columns', (pdf) => {
    pdf.fontSize(9).text(`${WORDS} ${WORDS}`, 72, 520, { columns: 2, height: 60 })
  }),
]

export const COVER_CASES: readonly CoverCase[] = [...COVERED, ...IN_ORDER]

export async function writeCoverPdf(path: string, { draw }: CoverCase): Promise<void> {
  writeFileSync(path, await drawnPdf(draw, { info: { CreationDate: new Date(0) } }))
}
