import { describe, expect, test } from 'vitest'
import { stream } from '../../../test/support/hostile-pdfs.ts'
import {
  ACTUAL,
  annotation,
  at,
  field,
  form,
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
    const { text } = await readWordPage({
      content: `${at(600, '/M 12 Tf <f0a8a780> Tj')}${at(560, WORD)}`,
      resources: '/Fonts/M 7 0 R>>',
      objects: [
        '<</Type/Font/Subtype/Type0/BaseFont/Odd/Encoding 8 0 R/DescendantFonts[9 0 R]/ToUnicode 10 0 R>>',
        stream('/Type/CMap/CMapName/Odd', CMAP),
        '<</Type/Font/Subtype/CIDFontType2/BaseFont/Odd/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>',
        stream('', CMAP),
      ],
    })
    expect(text).toContain('Penhallow')
  })

  test('words beside a letter that its font maps to nothing', async () => {
    const content = `${MISSING_FONT.content}${at(560, WORD)}`
    const { text } = await readWordPage({ ...MISSING_FONT, content })
    expect(text).toContain('Penhallow')
  })
})

/* Words that a file carries and a page does not show are not in its text (PROMISES 32). */

const BOX = '0 g 70 596 90 16 re f\n'

const UNSEEN: Record<string, WordPage | string> = {
  'in a hidden field': field('/V(Penhallow)/F 2'),
  'in a field that is only printed': field('/V(Penhallow)/F 36'),
  'in a text box of a hidden layer': {
    ...textBox('/OC 8 0 R'),
    catalog: '/OCProperties<</OCGs[8 0 R]/D<</OFF[8 0 R]>>>>',
    objects: [...(textBox().objects ?? []), LAYER],
  },
  'that a field has and does not show': field('/V(Penhallow)', '(Salisbury) Tj'),
  'in a hidden text box': textBox('/F 2'),
  'in white in a text box': textBox('', `1 g ${WORD}`),
  'in a comment that is closed': annotation('/Subtype/Text/Contents(Penhallow)', ''),
  'in a text box under another annotation': {
    ...textBox(),
    page: `${textBox().page?.slice(0, -1)}<</Type/Annot/Subtype/Square/F 4/Rect[60 590 260 630]/AP<</N 8 0 R>>>>]`,
    objects: [
      ...(textBox().objects ?? []),
      stream('/Subtype/Form/BBox[0 0 200 40]', '0 g 0 0 200 40 re f'),
    ],
  },
  'in /ActualText of a full stop': at(600, `${ACTUAL} (.) Tj EMC`),
  'in /ActualText of a full stop under a box': at(600, `${ACTUAL} (.) Tj EMC`) + BOX,
  'in /ActualText of a letter': at(600, `${ACTUAL} (x) Tj EMC`),
  'in /ActualText of white letters': at(600, `1 g ${ACTUAL} (Salisbury) Tj EMC`),
  'in /ActualText of the page’s resources': {
    content: at(600, '/Span /P BDC (.) Tj EMC'),
    resources: '/Properties<</P <</ActualText (Penhallow)>>>>',
  },
  'in /ActualText around a form': {
    content: `${ACTUAL} /F Do EMC\n`,
    resources: '/XObject<</F 7 0 R>>',
    objects: [form(at(600, '(.) Tj'))],
  },
  'in /E of a line': { content: '/Span <</E (Penhallow)>> BDC 9 9 m 90 9 l S EMC\n' },
  'in /Alt of a line': { content: '/Figure <</Alt (Penhallow)>> BDC 9 9 m 90 9 l S EMC\n' },
  'in /ActualText inside a form': {
    content: '/F Do\n',
    resources: '/XObject<</F 7 0 R>>',
    objects: [form(at(600, `${ACTUAL} (.) Tj EMC`))],
  },
  'in forms, 60 deep': nested(60),
  'after a broken inline image': `BI /W 9000 /H 9000 /BPC 8 /CS /G ID xx\n${at(600, WORD)}`,
  'of a font that is not in the file': MISSING_FONT,
  'of a font whose letters are empty': {
    content: at(600, `/M 12 Tf ${WORD}`),
    resources: '/Fonts/M 7 0 R>>',
    objects: [
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</e 8 0 R>>/Encoding<</Type/Encoding/Differences[32 ${'/e '.repeat(95)}]>>/FirstChar 32/LastChar 126/Widths[${'600 '.repeat(95)}]/ToUnicode 9 0 R>>`,
      stream('', '600 0 0 0 600 700 d1'),
      stream(
        '',
        'begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7E> <0020> endbfrange endcmap',
      ),
    ],
  },
  '0.4 points high': 'BT /T 0.4 Tf 72 600 Td (Penhallow) Tj ET\n',
  'made small by the page': 'q .03 0 0 .03 72 600 cm BT /T 12 Tf (Penhallow) Tj ET Q\n',
  '0.001 wide': at(600, `0.1 Tz ${WORD}`),
  '0.02 wide': at(600, `2 Tz ${WORD}`),
  'squeezed flat': 'BT /T 12 Tf 1 0 0 .02 72 600 Tm (Penhallow) Tj ET\n',
  'skewed until they are a line': 'BT /T 12 Tf 1 1 .99 1 72 600 Tm (Penhallow) Tj ET\n',
  'nearly white': at(600, `.97 g ${WORD}`),
  'gray on gray': { content: `.5 g 60 590 200 30 re f\n${at(600, `.5 g ${WORD}`)}` },
  'painted with nothing (3 Tr)': at(600, `3 Tr ${WORD}`),
  'painted with nothing, over words': at(600, `3 Tr ${WORD}`) + at(600, '(Salisbury) Tj'),
  'painted with nothing, over a rule': `${at(600, `3 Tr ${WORD}`)}0 g 60 603 200 1 re f\n`,
  'stroked without opacity': {
    content: at(600, `/N gs 1 Tr ${WORD}`),
    resources: '/ExtGState<</N <</CA 0>>>>',
  },
  'behind a mask that hides it': {
    content: at(600, `/N gs ${WORD}`),
    resources: '/ExtGState<</N <</SMask <</S/Luminosity/G 7 0 R>>>>>>',
    objects: [form('0 g 0 0 612 792 re f', '/Group<</S/Transparency/CS/DeviceGray>>')],
  },
  'clipped away': `q 0 0 9 9 re W n ${at(600, WORD)} Q\n`,
  'off the page': at(-300, WORD),
  'outside of the crop box': { content: at(60, WORD), page: '/CropBox[0 100 612 792]' },
  'beneath a box': at(600, WORD) + BOX,
  'beneath spaces that are drawn as a box': {
    content: `${at(600, '(He saw Penhallow leave) Tj')}BT /M 20 Tf 113 594 Td (   ) Tj ET\n`,
    resources: '/Fonts/M 7 0 R>>',
    objects: [
      '<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</s 8 0 R>>/Encoding<</Type/Encoding/Differences[32/s]>>/FirstChar 32/LastChar 32/Widths[1000]>>',
      stream('', '1000 0 0 0 1000 1000 d1 0 0 1000 1000 re f'),
    ],
  },
  'in a hidden layer': {
    content: `/OC /L BDC ${at(600, WORD)} EMC\n`,
    resources: '/Properties<</L 7 0 R>>',
    catalog: '/OCProperties<</OCGs[7 0 R]/D<</OFF[7 0 R]>>>>',
    objects: [LAYER],
  },
  'in a form of a hidden layer': {
    content: '/F Do\n',
    resources: '/XObject<</F 8 0 R>>',
    catalog: '/OCProperties<</OCGs[7 0 R]/D<</BaseState/OFF>>>>',
    objects: [LAYER, form(at(600, WORD), '/OC 7 0 R')],
  },
}

test.each(Object.entries(UNSEEN))('words %s are not text of the page', async (_, made) => {
  const text = (await readWordPage(made)).text
  expect(text).toContain('The witness arrived at noon.')
  expect(text.replace(/\s/g, '')).not.toMatch(/Pen|hal|low/)
})

const BESIDE = Object.entries(UNSEEN).filter(([name]) => name.startsWith('in /'))
test.each(BESIDE)('words %s are found', async (_, made) => {
  const texts = (await readWordPage(made)).findings.map(({ text }) => text)
  expect(texts).toContainEqual(expect.stringMatching(/^Its .+ 1 word that no page shows/))
})

test.each([
  ['Powered by TCPDF \\(www.tcpdf.org\\)', 0],
  [
    'VerDate Sep<11>2014 16:21 Aug 05, 2020 Jkt 250001 PO 00000 Frm 00001 Fmt 4702 Sfmt 4702 E:\\\\FR\\\\FM\\\\06AUP1.SGM 06AUP1',
    0,
  ],
  ['jroe on DSKJLSW7X2PROD with PROPOSALS', 0],
  ['Jane Roe on July 31 with counsel', 1],
])('what programs add to every file they make is not: %s', async (words, count) => {
  const content = at(600, `1 g 6 0 0 6 0 0 Tm /T 1 Tf (${words}) Tj`)
  expect((await readWordPage({ content })).findings).toHaveLength(count)
})

test('letters that are a part of a word that is shown are not', async () => {
  const content = at(600, `(Pen) Tj /Span <</ActualText (hallow)>> BDC (hallow) Tj EMC`)
  expect((await readWordPage({ content })).findings).toEqual([])
})
