/* Words as a one-page PDF, to be drawn as a picture: in Times, which every PDF reader has (ISO 32000, 9.6.2.2). */

export interface CardLine {
  text: string
  /** Points. */
  size: number
  /** From the lower left corner. */
  at: readonly [x: number, y: number]
  color: string
}

/** @param background and a line's color are red, green, and blue from 0 to 1: `1 1 1` is white */
export function cardPdf(
  [width, height]: readonly [number, number],
  background: string,
  lines: readonly CardLine[],
): Buffer {
  const words = lines.map(
    ({ text, size, at, color }) =>
      `BT /F ${size} Tf ${color} rg ${at.join(' ')} Td (${escaped(text)}) Tj ET`,
  )
  const content = `${background} rg 0 0 ${width} ${height} re f\n${words.join('\n')}`
  // PDFium finds the objects without a table of their places.
  return Buffer.from(
    `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>endobj
5 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
trailer<</Root 1 0 R>>
startxref
0
%%EOF
`,
    'latin1',
  )
}

/** In Latin-1; any other letter loses its accent, or is a question mark. */
const escaped = (text: string) =>
  text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/[^ -~\xa0-\xff]/gu, (letter) => /[ -~]+/.exec(letter.normalize('NFKD'))?.[0] ?? '?')
    .replace(/[\\()]/g, '\\$&')

/** Lines of about this many points; letters of Times are about so wide. */
export function wrapLines(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    const letters = longer.length + longer.replace(/[^\p{Lu}mw]/gu, '').length / 2
    if (lines.length > 0 && letters * size * 0.48 <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
