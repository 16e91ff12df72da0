import { expect, test } from 'vitest'
import { Figure } from './figure.tsx'
import { renderPage } from './layout/render.tsx'

test.each([
  [999, '<span class="figure" data-figure="downloads">999</span>'],
  [
    1082,
    '<span class="figure">1,082<span class="visually-hidden" aria-hidden="true" data-figure="downloads">1082</span></span>',
  ],
])('%i is read with its comma by people, without it by programs', (value, html) => {
  expect(renderPage(<Figure name="downloads" value={value} />)).toContain(html)
})
