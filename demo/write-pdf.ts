import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { type Font, openSync } from 'fontkit'
import PDFDocument from 'pdfkit'

/** `# ` is a heading, `^` centered lines, `|` plain lines, `12.⇥` a numbered paragraph; `*words*` are italic. */
type Block = string | Table | Signature

interface Table {
  columns: string[]
  widths: number[]
  rows: string[][]
  /** The last row, bold */
  total?: string[]
}

interface Signature {
  signed: string[]
  dated?: string
}

export interface Filing {
  title: string
  /** Among the key documents. */
  key?: boolean
  form: 'pleading' | 'order' | 'exhibit' | 'letter'
  /** The name of the paper in its caption; exhibits and letters have none. */
  heading?: string
  text: Block[]
}

export interface Stamp {
  caseNumber: string
  /** As in "51-1" */
  document: string
  /** YYYY-MM-DD */
  filedOn: string
}

type Sheet = InstanceType<typeof PDFDocument>

const MARGIN = 72
const WIDTH = 612 - 2 * MARGIN
/** Read once for all filings: reading a font for each filing would take most of pdfkit's time. */
const FONTS = {
  roman: readFont('400Regular/Tinos_400Regular'),
  italic: readFont('400Regular_Italic/Tinos_400Regular_Italic'),
  bold: readFont('700Bold/Tinos_700Bold'),
}

function readFont(name: string) {
  const path = createRequire(import.meta.url).resolve(`@expo-google-fonts/tinos/${name}.ttf`)
  const font = openSync(path) as Font
  // Positions of combining marks: no filing has any, and they take a third of the time.
  const features = { mark: false, mkmk: false }
  const { layout } = font
  font.layout = (text) => layout.call(font, text, features as unknown as string[])
  // pdfkit accepts fontkit's fonts, although its types do not say so.
  return font as unknown as PDFKit.Mixins.PDFFontSource
}

/** A filing on letter paper with the court's stamp on every page. The same filing makes the same bytes. */
export async function writePdf(filing: Filing, stamp: Stamp | undefined): Promise<Buffer> {
  const filed = new Date(`${stamp?.filedOn ?? '2026-11-13'}T17:00:00Z`)
  const sheet = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: filing.title, CreationDate: filed, ModDate: filed },
  })
  for (const [name, font] of Object.entries(FONTS)) sheet.registerFont(name, font)
  sheet.font('roman').fontSize(12)
  if (filing.heading) writeCaption(sheet, filing.heading, stamp?.caseNumber)
  for (const block of filing.text) writeBlock(sheet, filing.form, block)
  writeMargins(sheet, stamp)
  sheet.end()
  return buffer(sheet)
}

function writeCaption(sheet: Sheet, heading: string, caseNumber = '1:25-cv-00417-MEH'): void {
  sheet.font('bold').text('UNITED STATES DISTRICT COURT', { align: 'center' })
  sheet.text('EASTERN DISTRICT OF FRANKLIN', { align: 'center' })
  sheet.text('LAKEMONT DIVISION', { align: 'center' }).moveDown()
  const top = sheet.y
  sheet.font('roman')
  sheet.text(
    'FEDERAL INVESTMENT MARKETS COMMISSION,\n          Plaintiff,\nv.\nHARROW CREEK CAPITAL PARTNERS, LLC, et al.,\n          Defendants,\nVANTERPOOL FAMILY HOLDINGS, LLC,\n          Relief Defendant.',
    { width: WIDTH / 2 - 20 },
  )
  const end = sheet.y
  const right = MARGIN + WIDTH / 2
  sheet.text(`Civil Action No. ${caseNumber}\n\nHon. Marguerite E. Halvorsen`, right, top + 14)
  sheet
    .moveTo(right - 14, top)
    .lineTo(right - 14, end)
    .lineTo(MARGIN, end)
    .stroke()
  sheet.font('bold').text(heading, MARGIN, end + 18, { align: 'center', width: WIDTH })
  sheet.font('roman').moveDown()
}

function writeBlock(sheet: Sheet, form: Filing['form'], block: Block): void {
  if (typeof block !== 'string') {
    if ('signed' in block) writeSignature(sheet, block)
    else writeTable(sheet, block)
  } else if (block.startsWith('# ')) {
    keepTogether(sheet, 60)
    sheet.outline.addItem(block.slice(2))
    sheet.moveDown(0.5).font('bold').text(block.slice(2), { align: 'center' })
    sheet.font('roman').moveDown(0.5)
  } else if (block.startsWith('^')) {
    sheet.font('bold').text(block.slice(1), { align: 'center' }).font('roman').moveDown()
  } else if (block.startsWith('|')) {
    sheet.text(block.slice(1)).moveDown()
  } else {
    writeParagraph(sheet, form, block)
  }
}

function writeParagraph(sheet: Sheet, form: Filing['form'], text: string): void {
  const isSpaced = form === 'pleading' || form === 'order'
  const options = { lineGap: isSpaced ? 8 : 2, indent: isSpaced ? 36 : 0 }
  const parts = text.replace('\t', '  ').split('*')
  for (const [index, part] of parts.entries()) {
    sheet.font(index % 2 === 1 ? 'italic' : 'roman')
    sheet.text(part, { ...options, continued: index < parts.length - 1 })
  }
  sheet.moveDown(isSpaced ? 0.3 : 0.8)
}

function writeTable(sheet: Sheet, { columns, widths, rows, total }: Table): void {
  sheet.fontSize(10)
  writeRow(sheet.font('bold'), widths, columns)
  for (const row of rows) writeRow(sheet.font('roman'), widths, row)
  if (total) writeRow(sheet.font('bold'), widths, total)
  sheet.font('roman').fontSize(12).moveDown()
}

/** A row with a line under it. (pdfkit's own tables take ten times as long.) */
function writeRow(sheet: Sheet, widths: number[], cells: string[]): void {
  keepTogether(sheet, 30)
  const unit = WIDTH / widths.reduce((sum, width) => sum + width, 0)
  const top = sheet.y + 3
  let [left, bottom] = [MARGIN, top]
  for (const [index, width] of widths.entries()) {
    const text = cells[index] ?? ''
    const align = /^[($-]*\d[\d,]*\.\d\d\)?$/.test(text) ? 'right' : 'left'
    sheet.text(text, left, top, { width: width * unit - 8, align })
    left += width * unit
    bottom = Math.max(bottom, sheet.y)
  }
  sheet
    .moveTo(MARGIN, bottom + 1)
    .lineTo(left, bottom + 1)
    .lineWidth(0.4)
    .stroke()
  sheet.x = MARGIN
  sheet.y = bottom + 2
}

function writeSignature(sheet: Sheet, { signed, dated }: Signature): void {
  keepTogether(sheet, 20 + 16 * signed.length)
  if (dated) sheet.moveDown(0.5).text(dated)
  sheet.moveDown(0.5).text(signed.join('\n'), MARGIN + WIDTH / 2)
  sheet.x = MARGIN
  sheet.moveDown()
}

function keepTogether(sheet: Sheet, height: number): void {
  if (sheet.y + height > sheet.page.height - MARGIN) sheet.addPage()
}

/** The line that CM/ECF prints at the top of each page, and the page number at the bottom. */
function writeMargins(sheet: Sheet, stamp: Stamp | undefined): void {
  const { count } = sheet.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    sheet.switchToPage(page)
    sheet.page.margins = { top: 0, bottom: 0, left: MARGIN, right: MARGIN }
    if (stamp) {
      const [year = '', month, day] = stamp.filedOn.split('-')
      sheet.fontSize(10).fillColor('#0000cc')
      sheet.text(
        `Case ${stamp.caseNumber}   Document ${stamp.document}   Filed ${month}/${day}/${year.slice(2)}   Page ${page + 1} of ${count}`,
        ...[MARGIN, 24],
        { align: 'center', width: WIDTH },
      )
    }
    sheet.fillColor('black').text(String(page + 1), MARGIN, 748, { align: 'center', width: WIDTH })
  }
}
