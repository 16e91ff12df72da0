import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { Pagination } from './pagination.tsx'

test.each([
  [1, 1, ''],
  [1, 3, 'Page 1 of 3 Next Last'],
  [2, 3, 'Previous Page 2 of 3 Next'],
  [4, 4, 'First Previous Page 4 of 4'],
])('page %i of %i offers %j', (page, pageCount, words) => {
  const html = renderToString(<Pagination {...{ page, pageCount }} hrefFor={(to) => `/?p=${to}`} />)
  const shown = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(shown.trim()).toBe(words)
  expect(html.includes(`rel="prev" href="/?p=${page - 1}"`)).toBe(page > 1)
  expect(html.includes(`rel="next" href="/?p=${page + 1}"`)).toBe(page < pageCount)
})
