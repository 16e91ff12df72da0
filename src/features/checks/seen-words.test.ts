import { describe, expect, test } from 'vitest'
import { stream } from '../../../test/support/hostile-pdfs.ts'
import {
  ACTUAL,
  annotation,
  at,
  field,
  LAYER,
  MISSING_FONT,
  nested,
  readWordPage,
  textBox,
  WORD,
  type WordPage,
} from '../../../test/support/word-page.ts'

describe('what can be seen is text of the page:', () => {
  const SHOWN: Record<string, WordPage | string> = {
    'plain words': at(600, WORD),
    'small print': 'BT /T 4 Tf 72 600 Td (Penhallow) Tj ET\n',
    'condensed letters': at(600, `50 Tz ${WORD}`),
    'slanted letters': 'BT /T 12 Tf 1 0 .4 1 72 600 Tm (Penhallow) Tj ET\n',
    'letters with a shadow':
      'BT /T 30 Tf .7 g 73 599 Td 2 Tr 2 w (Penhallow) Tj 0 g -1 1 Td (Penhallow) Tj ET\n',
    'upright letters': 'BT /T 12 Tf 0 1 -1 0 72 600 Tm (Penhallow) Tj ET\n',
    'outlined letters': at(600, `1 Tr ${WORD}`),
    'words in a few forms': nested(5),
    'letters with the same /ActualText': at(600, `${ACTUAL} ${WORD} EMC`),
    'words in a layer that is shown': {
      content: `/OC /L BDC ${at(600, WORD)} EMC\n`,
      resources: '/Properties<</L 7 0 R>>',
      catalog: '/OCProperties<</OCGs[7 0 R]/D<<>>>>',
      objects: [LAYER],
    },
    'a field of a form': field('/V(Penhallow)'),
    'a field without an appearance': field('/V(Penhallow)', ''),
    'a text box': textBox(),
    'a stamp': annotation('/Subtype/Stamp'),
    'a text box on a page shown sideways': { ...textBox(), page: `${textBox().page}/Rotate 270` },
    'words under the icon of a comment': {
      content: at(600, WORD),
      page: '/Annots[<</Type/Annot/Subtype/Text/F 4/Rect[80 594 100 614]/AP<</N 7 0 R>>>>]',
      objects: [stream('/Subtype/Form/BBox[0 0 20 20]', '0 g 0 0 20 20 re f')],
    },
    'a page of large units': { content: at(600, WORD), page: '/UserUnit 3' },
    'a page shown sideways': { content: at(600, WORD), page: '/Rotate 90' },
  }

  test.each(Object.entries(SHOWN))('%s', async (_, made) => {
    expect((await readWordPage(made)).text).toContain('Penhallow')
  })

  test('a word that is hyphenated at the end of a line is whole', async () => {
    const content = `${at(600, '(He was the defend-) Tj')}${at(586, '(ant of the case.) Tj')}`
    expect((await readWordPage({ content })).text).toContain('He was the defendant\nof the case.')
  })

  test('words beside a letter outside of Unicode', async () => {
    const CMAP =
      'begincmap /CMapName /Odd def 2 begincodespacerange <00> <7F> <F0808080> <F7BFBFBF> endcodespacerange 1 begincidrange <f0a8a780> <f0a8a781> 1 endcidrange endcmap'
    const reading = await readWordPage({
      content: `${at(600, '/M 12 Tf <f0a8a780> Tj')}${at(560, WORD)}`,
      resources: '/Fonts/M 7 0 R>>',
      objects: [
        '<</Type/Font/Subtype/Type0/BaseFont/Odd/Encoding 8 0 R/DescendantFonts[9 0 R]/ToUnicode 10 0 R>>',
        stream('/Type/CMap/CMapName/Odd', CMAP),
        '<</Type/Font/Subtype/CIDFontType2/BaseFont/Odd/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>',
        stream('', CMAP),
      ],
    })
    expect(reading.text).toContain('Penhallow')
  })

  test('words beside a letter that its font maps to nothing', async () => {
    const content = `${MISSING_FONT.content}${at(560, WORD)}`
    const { text } = await readWordPage({ ...MISSING_FONT, content })
    expect(text).toContain('Penhallow')
  })
})
