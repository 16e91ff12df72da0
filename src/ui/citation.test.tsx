import { expect, it } from 'vitest'
import { Citation } from './citation.tsx'
import { renderPage } from './render.tsx'

const show = (text: string) => renderPage(<Citation text={text} />).replace(/^<!doctype html>/i, '')
const kept = (number: string) => `<span class="cite-number">${number}</span>`

it('keeps a docket number in one piece, and the text as it is', () => {
  expect(show('Doe v. Roe, No. 1:26-cv-00045 (S.D.N.Y. filed July 1, 2026), ECF No. 45-2')).toBe(
    `Doe v. Roe, No. ${kept('1:26-cv-00045')} (S.D.N.Y. filed July 1, 2026), ECF No. ${kept('45-2')}`,
  )
  expect(show('A-B Corp. <v.> C, No. 3')).toBe('A-B Corp. &lt;v.> C, No. 3')
})
