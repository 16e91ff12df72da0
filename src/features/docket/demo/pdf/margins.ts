import type { FilingSpec } from '../filing-spec.ts'
import type { Sheet } from './sheet.ts'

/** What stands around the text on every page: numbered lines, rules, the page's number, the blue filing line. */
export function drawMargins(doc: PDFKit.PDFDocument, sheet: Sheet, spec: FilingSpec): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    const number = page - start + 1
    if (sheet.numberedLines > 0) drawLineNumbers(doc, sheet)
    drawFooter(doc, sheet, spec, number)
    if (spec.stamp) drawStamp(doc, spec.stamp, number, count)
    if (spec.stamp && spec.paper === 'order' && number === 1) drawReceipt(doc, spec.stamp.filedOn)
  }
}

const BLUE = '#0b3fb5'

function drawStamp(
  doc: PDFKit.PDFDocument,
  stamp: NonNullable<FilingSpec['stamp']>,
  page: number,
  pages: number,
): void {
  const [year = '', month, day] = stamp.filedOn.split('-')
  const filed = `Filed ${month}/${day}/${year.slice(2)}`
  const line = `Case ${stamp.caseNumber}     Document ${stamp.document}     ${filed}     Page ${page} of ${pages}`
  centered(doc, line, 22, 'Helvetica', 10, BLUE)
}

/** The rubber stamp of the clerk's office, a little askew. */
function drawReceipt(doc: PDFKit.PDFDocument, filedOn: string): void {
  const red = '#a3232b'
  const [year, month, day] = filedOn.split('-')
  doc
    .save()
    .rotate(-2.5, { origin: [500, 66] })
    .fillColor(red)
    .strokeColor(red)
  doc.lineWidth(1.4).roundedRect(440, 42, 132, 50, 3).stroke()
  const lines: [text: string, font: string, size: number][] = [
    ['FILED', 'Helvetica-Bold', 13],
    [`${month}/${day}/${year}`, 'Helvetica', 9],
    ['U.S. DISTRICT COURT, E.D. FRANKLIN', 'Helvetica', 5.5],
  ]
  let y = 47
  for (const [text, font, size] of lines) {
    doc.font(font, size).text(text, 506 - doc.widthOfString(text) / 2, y, { lineBreak: false })
    y += size + 4
  }
  doc.restore()
}

function centered(
  doc: PDFKit.PDFDocument,
  text: string,
  y: number,
  font: string,
  size: number,
  color = '#000',
): void {
  doc.font(font, size).fillColor(color)
  doc.text(text, (612 - doc.widthOfString(text)) / 2, y, { lineBreak: false })
  doc.fillColor('#000')
}

function drawLineNumbers(doc: PDFKit.PDFDocument, sheet: Sheet): void {
  const { left, right, top, pitch, size, numberedLines, fonts } = sheet
  doc.font(fonts.plain, size)
  for (let line = 1; line <= numberedLines; line++) {
    const text = String(line)
    const x = left - 24 - doc.widthOfString(text)
    doc.text(text, x, top + (line - 1) * pitch, { lineBreak: false })
  }
  doc.lineWidth(0.6)
  if (numberedLines === 25) {
    doc.rect(left - 14, 48, right - left + 24, 690).stroke('#000')
    return
  }
  for (const x of [left - 12, left - 9, right + 8]) doc.moveTo(x, 40).lineTo(x, 760).stroke('#000')
}

function drawFooter(
  doc: PDFKit.PDFDocument,
  sheet: Sheet,
  { paper, title }: FilingSpec,
  page: number,
): void {
  const plain = sheet.fonts.plain
  if (paper === 'exhibit' || paper === 'scan') return
  if (paper === 'letter') {
    if (page > 1) centered(doc, `Page ${page}`, 748, plain, 9.5)
    return
  }
  if (paper === 'transcript') {
    if (page > 1) doc.font(plain, 11).text(String(page), sheet.right - 16, 56, { lineBreak: false })
    return
  }
  if (paper === 'order') {
    if (page > 1) centered(doc, String(page), 742, plain, 11)
    return
  }
  doc.lineWidth(0.5).moveTo(sheet.left, 744).lineTo(sheet.right, 744).stroke('#000')
  centered(doc, String(page), 748, plain, 10)
  centered(doc, shortened(title.toUpperCase()), 760, plain, 8)
}

function shortened(title: string): string {
  return title.length > 100 ? `${title.slice(0, title.lastIndexOf(' ', 98))} …` : title
}
