import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { Pagination } from './pagination.tsx'

test.each([
  [1, 3, 'Page 1 of 3 Next Last'],
  [2, 3, 'Previous Page 2 of 3 Next'],
  [4, 4, 'First Previous Page 4 of 4'],
])('page %i of %i offers %j', (page, pageCount, words) => {
  const html = renderToString(<Pagination {...{ page, pageCount }} hrefFor={(to) => `/?p=${to}`} />)
  expect(
    html
      .replace(/<[^>]+>/g, ' ')
      .trim()
      .replace(/\s+/g, ' '),
  ).toBe(words)
})

test('the neighbors are announced to browsers', () => {
  const html = renderToString(
    <Pagination page={2} pageCount={3} hrefFor={(page) => `/?page=${page}`} />,
  )
  expect(html).toContain('rel="prev" href="/?page=1"')
  expect(html).toContain('rel="next" href="/?page=3"')
})

test('one page needs no links', () => {
  expect(renderToString(<Pagination page={1} pageCount={1} hrefFor={String} />)).toBe('')
})
