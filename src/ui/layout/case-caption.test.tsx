import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { CaseCaption } from './layout.tsx'

const show = (caption: string) => renderToString(<CaseCaption caption={caption} />)

test.each([
  ['UNITED STATES v. GOOGLE LLC', ['UNITED STATES', 'GOOGLE LLC']],
  ['Roe vs. Wade', ['Roe', 'Wade']],
  ['Smith V Jones', ['Smith', 'Jones']],
  ['A v. B v. C', ['A', 'B v. C']],
  ['In re Avery Vance', ['In re Avery Vance']],
])('%s has these parties: %j', (caption, parties) => {
  const shown = show(caption).matchAll(/class="caption-party">([^<]*)/g)
  expect([...shown].map(([, party]) => party)).toEqual(parties)
})

test('a caption of more than 140 characters opens with "more", and is whole in the page', () => {
  const caption = `Smith v. ${'Jones and '.repeat(15)}Roe`
  expect(show(caption)).toContain('<summary>more')
  expect(
    show(caption)
      .replace(/<details.*/, '')
      .replace(/<[^>]+>/g, ''),
  ).toBe(caption)
  expect(show('Smith v. Jones').replace(/<[^>]+>/g, '')).toBe('Smith v. Jones')
})
