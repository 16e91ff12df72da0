import { expect, test } from 'vitest'
import { docketUrl } from './docket-url.ts'

const all = { q: '', type: '', filer: '', from: '', to: '', order: 'newest' as const, page: 1 }

test('the docket as it is has no query', () => {
  expect(docketUrl(all)).toBe('/')
})

test('what was chosen is kept and escaped', () => {
  const chosen = { q: 'a&b', type: 'Minute Order', from: '2026-01-01', to: '', page: 3 }
  expect(docketUrl({ ...all, ...chosen, order: 'oldest' })).toBe(
    '/?q=a%26b&type=Minute+Order&from=2026-01-01&order=oldest&page=3',
  )
})
