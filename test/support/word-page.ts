import { readFirstPage } from './drawn-page.ts'
import { pdfOf, stream } from './hostile-pdfs.ts'

/* Pages that show a sentence and carry one more word, Penhallow, in many ways. */

const SEEN = 'BT /T 12 Tf 72 700 Td (The witness arrived at noon.) Tj ET\n'
export const WORD = '(Penhallow) Tj'
export const at = (y: number, content: string) => `q BT /T 12 Tf 72 ${y} Td ${content} ET Q\n`

export interface WordPage {
  content: string
  /** Objects from number 7. */
  objects?: (string | Buffer)[]
  resources?: string
  page?: string
  catalog?: string
}

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
const RESOURCES = '/Font<</T 5 0 R'

function bytesOf({ content, objects = [], resources = '', page = '', catalog = '' }: WordPage) {
  const fonts = resources.startsWith('/Fonts') ? resources.slice(6) : `>>${resources}`
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]${page}/Resources<<${RESOURCES}${fonts}>>/Contents 4 0 R>>`,
    stream('', SEEN + content),
    FONT,
    'null',
    ...objects,
  ])
}

export const readWordPage = (made: WordPage | string) =>
  readFirstPage(bytesOf(typeof made === 'string' ? { content: made } : made))

export const form = (content: string, more = '') =>
  stream(
    `/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<<${RESOURCES}>>${more.startsWith('/XObject') ? more : ''}>>${more.startsWith('/XObject') ? '' : more}`,
    content,
  )

/** Each form draws the next; the last one the word. */
export const nested = (depth: number): WordPage => ({
  content: '/F Do\n',
  resources: '/XObject<</F 7 0 R>>',
  objects: Array.from({ length: depth }, (_, index) =>
    index === depth - 1 ? form(at(600, WORD)) : form('/F Do', `/XObject<</F ${8 + index} 0 R>>`),
  ),
})

const TO_UNICODE = stream(
  '',
  `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <0000> <FFFF> endcodespacerange
9 beginbfchar
${[...'Penhallow'].map((letter, index) => `<${(0x1001 + index).toString(16)}> <${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`).join('\n')}
endbfchar endcmap end end`,
)
const CODES = `<${Array.from({ length: 9 }, (_, index) => (0x1001 + index).toString(16)).join('')}> Tj`

/** Its font is not in the file. */
export const MISSING_FONT: WordPage = {
  content: at(600, `/M 12 Tf ${CODES}`),
  resources: '/Fonts/M 7 0 R>>',
  objects: [
    '<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/Identity-H/DescendantFonts[8 0 R]/ToUnicode 9 0 R>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>',
    TO_UNICODE,
  ],
}

export const ACTUAL = '/Span <</ActualText (Penhallow)>> BDC'
export const LAYER = '<</Type/OCG/Name(Notes)>>'

/** A field or text box of these letters, in an appearance or in what PDFium makes of its value. */
export const annotation = (entries: string, words = WORD): WordPage => ({
  content: '',
  page: `/Annots[<</Type/Annot/F 4/Rect[60 590 260 630]/DA(/T 12 Tf 0 g)${entries}${words && '/AP<</N 7 0 R>>'}>>]`,
  objects: [
    stream(
      `/Subtype/Form/BBox[0 0 200 40]/Resources<<${RESOURCES}>>>>`,
      `BT /T 12 Tf 10 10 Td ${words} ET`,
    ),
  ],
})
export const field = (entries = '', words?: string): WordPage => ({
  ...annotation(`/Subtype/Widget/FT/Tx/T(name)${entries}`, words),
  catalog: `/AcroForm<</Fields[]/DA(/T 12 Tf 0 g)/DR<<${RESOURCES}>>>>>>`,
})
export const textBox = (entries = '', words?: string) =>
  annotation(`/Subtype/FreeText/Contents(Penhallow)${entries}`, words)
