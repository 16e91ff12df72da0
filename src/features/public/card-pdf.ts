/* A page of words as a small PDF, in a typeface that every PDF reader has (ISO 32000, 9.6.2.2), to be drawn as a picture. */

export interface CardLine {
  text: string
  /** Points. */
  size: number
  /** From the lower left corner. */
  at: readonly [x: number, y: number]
  color: Color
}

/** Red, green, blue: 0 to 1. */
export type Color = readonly [number, number, number]

interface Card {
  width: number
  height: number
  background: Color
  lines: readonly CardLine[]
}

export function cardPdf({ width, height, background, lines }: Card): Buffer {
  const content = [
    `${background.join(' ')} rg 0 0 ${width} ${height} re f`,
    ...lines.map(
      ({ text, size, at, color }) =>
        `BT /F ${size} Tf ${color.join(' ')} rg ${at.join(' ')} Td (${escaped(text)}) Tj ET`,
    ),
  ].join('\n')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj${object}endobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const end = `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + end, 'latin1')
}

/** Beyond Latin-1 (ISO 32000, annex D.2). */
const WIN_ANSI = { '…': 133, '‘': 145, '’': 146, '“': 147, '”': 148, '–': 150, '—': 151 }

/** A string of the encoding; a letter that it does not have loses its accent, or is a question mark. */
function escaped(text: string): string {
  const encoded = [...text].map((letter) => {
    const code = WIN_ANSI[letter as keyof typeof WIN_ANSI]
    if (code !== undefined) return String.fromCharCode(code)
    const plain = letter > 'ÿ' ? letter.normalize('NFKD').replace(/\p{M}/gu, '') : letter
    return /^[ -~\xa0-\xff]+$/.test(plain) ? plain : '?'
  })
  return encoded.join('').replace(/[\\()]/g, '\\$&')
}

/** Lines of at most this many points; Times is about so wide. */
export function wrapLines(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && widthOf(longer) * size <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (/\p{Lu}|[mw]/u.test(letter) ? 0.72 : 0.48), 0)
