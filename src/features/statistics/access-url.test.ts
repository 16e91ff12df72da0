import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NotFoundError } from '../../platform/http/errors.ts'
import { writeCursor } from '../../platform/http/request/parse.ts'
import { csvFileName } from './access-csv.ts'
import { accessUrl, readChoice, readPageCursor } from './access-url.ts'

const range = { from: '2026-07-30', to: '2026-09-27' }
const limits = { today: '2026-11-21', firstDay: null }
const query = (address: string) =>
  Object.fromEntries(new URL(address, 'http://localhost').searchParams)

test('what a link says is read back', () => {
  const choice = fc.record({
    view: fc.constantFrom('day' as const, 'document' as const, 'download' as const),
    robots: fc.constantFrom('include' as const, 'exclude' as const),
    documentId: fc.option(fc.integer({ min: 1, max: 2_147_483_647 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(choice, (chosen) => {
      const choice = { ...range, ...chosen }
      expect(readChoice(query(accessUrl(choice)), limits)).toEqual(choice)
    }),
  )
})

test('what is at its default is left out', () => {
  expect(accessUrl({ ...range, view: 'day', robots: 'include' })).toBe(
    '/admin/document-access?from=2026-07-30&to=2026-09-27',
  )
})

test('an empty parameter is one that was left out', () => {
  const empty = { view: '', robots: '', document: '', from: '', to: '' }
  expect(readChoice(empty, limits)).toEqual(readChoice({}, limits))
})

test.each([
  [{ view: 'week' }, 'The view must be'],
  [{ view: ['day', 'day'] }, 'The view must be'],
  [{ view: 'toString' }, 'The view must be'],
  [{ robots: 'no' }, 'For bots, choose'],
  [{ robots: ['include'] }, 'For bots, choose'],
  [{ from: '2026-02-30' }, 'not a valid date'],
])('%j is refused with a sentence', (typed, sentence) => {
  expect(() => readChoice(typed, limits)).toThrow(sentence)
})

test.each(['0', '-1', 'x', '1e3', '99999999999', ['1'], { a: '1' }])(
  'no document has the id %j',
  (document) => {
    expect(() => readChoice({ document }, limits)).toThrow(NotFoundError)
  },
)

test('a line among the downloads is read back; anything else is none', () => {
  const cursor = { accessedAt: 1_785_412_800_123, id: 4711 }
  expect(readPageCursor(writeCursor(cursor.accessedAt, cursor.id))).toEqual(cursor)
  for (const typed of ['', 'x', '1', '1.', '1.2.3', `${'9'.repeat(16)}.1`, ['1.2'], undefined]) {
    expect(readPageCursor(typed)).toBeUndefined()
  }
})

test('the file is named after the days and the view', () => {
  expect(csvFileName({ ...range, view: 'day', robots: 'include' })).toBe(
    'document-access-by-day-2026-07-30-to-2026-09-27.csv',
  )
  const one = { from: '2026-07-30', to: '2026-07-30' }
  expect(csvFileName({ ...one, view: 'download', robots: 'exclude', documentId: 12 })).toBe(
    'document-access-by-download-document-12-2026-07-30-without-robots.csv',
  )
})
