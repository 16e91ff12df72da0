import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { Pagination, pagesToShow } from './pagination.tsx'

test.each([
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, undefined, 9]],
  [3, 9, [1, 2, 3, 4, undefined, 9]],
  [4, 9, [1, 2, 3, 4, 5, undefined, 9]],
  [5, 9, [1, undefined, 4, 5, 6, undefined, 9]],
  [9, 9, [1, undefined, 8, 9]],
])('on page %i of %i the links are %j', (page, pageCount, links) => {
  expect(pagesToShow(page, pageCount)).toEqual(links)
})

test('the neighbors are announced to browsers and the current page to screen readers', () => {
  const html = renderToString(
    <Pagination page={2} pageCount={3} hrefFor={(page) => `/?page=${page}`} />,
  )
  expect(html).toContain('rel="prev" href="/?page=1"')
  expect(html).toContain('rel="next" href="/?page=3"')
  expect(html).toContain('href="/?page=2" aria-label="Page 2" aria-current="page"')
})

test('one page needs no links', () => {
  expect(renderToString(<Pagination page={1} pageCount={1} hrefFor={String} />)).toBe('')
})
