import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { CaseCaption, splitCaption } from './layout.tsx'

test.each([
  ['UNITED STATES OF AMERICA v. GOOGLE LLC', 'UNITED STATES OF AMERICA', 'GOOGLE LLC'],
  ['Roe vs. Wade', 'Roe', 'Wade'],
  ['Smith V Jones', 'Smith', 'Jones'],
  ['A v. B v. C', 'A', 'B v. C'],
])('%s has two sides', (caption, first, second) => {
  expect(splitCaption(caption)).toEqual({ first, second })
})

test.each(['General Growth Properties, Inc.', 'In re Avery Vance', ''])(
  '%j has one part',
  (caption) => {
    expect(splitCaption(caption)).toEqual({ first: caption })
  },
)

test('the heading reads as the caption was written', () => {
  const html = renderToString(<CaseCaption caption="Smith v. Jones" />)
  expect(html.replace(/<[^>]+>/g, '')).toBe('Smith v. Jones')
})
