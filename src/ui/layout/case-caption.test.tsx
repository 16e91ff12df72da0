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

test('a caption of more than 140 characters opens with "more", and is whole in the page', () => {
  const caption = `Smith v. ${'Jones and '.repeat(15)}Roe`
  const long = renderToString(<CaseCaption caption={caption} />)
  expect(long).toContain('<summary>more')
  expect(long.replace(/<details.*/, '').replace(/<[^>]+>/g, '')).toBe(caption)
  const short = renderToString(<CaseCaption caption="Smith v. Jones" />)
  expect(short.replace(/<[^>]+>/g, '')).toBe('Smith v. Jones')
})
