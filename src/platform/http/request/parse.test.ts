import { expect, it } from 'vitest'
import { paginate } from './parse.ts'

it('shows the first page for anything that is not a page number', () => {
  const shown = (page: unknown, total: number) => paginate({ page }, total, 10).page
  expect(paginate({ page: '3' }, 50, 10)).toEqual({ page: 3, pageCount: 5, limit: 10, offset: 20 })
  expect(shown('9', 50)).toBe(5)
  for (const typed of [undefined, '0', '-1', '1.5', 'x', ['2', '3']])
    expect(shown(typed, 50)).toBe(1)
  expect(shown('1', 0)).toBe(1)
})
