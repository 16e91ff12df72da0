import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { typedForm as form } from '../../../../test/support/typed-form.ts'
import {
  BLANK_ENTRY,
  ENTRY_LABELS,
  ENTRY_LIMITS,
  readEntryForm,
  readVersion,
} from './entry-fields.ts'

const limits = Object.entries(ENTRY_LIMITS)
const valid = { filed_on: '2026-07-30', title: 'Motion' }
const read = (fields: Record<string, string>) => readEntryForm(form({ ...valid, ...fields }))

describe('an entry as typed', () => {
  it('is published by default, and needs only a date and a title', () => {
    const { fields, errors } = readEntryForm(form(valid))
    expect(errors).toEqual({})
    expect(fields).toMatchObject({ number: null, status: 'published', description: '', ...valid })
  })

  test.each([
    ['45', 45],
    ['045', 45],
    [' 7 ', 7],
    ['010110462922', 10_110_462_922],
    ['999999999999', 999_999_999_999],
    ['', null],
  ])('docket number %j is %j', (number, expected) => {
    expect(read({ number })).toMatchObject({ fields: { number: expected }, errors: {} })
  })

  test.each([
    ...['0', '-1', '1000000000000', '9'.repeat(100_000)],
    ...['4.5', '1e3', '+5', 'forty', '４５', '[45]'],
  ])('docket number %.20s is refused', (number) => {
    expect(read({ number }).errors.number).toEqual([expect.stringContaining('whole number from 1')])
  })

  test.each([
    ...['', '2026-02-30', '2025-02-29', '07/30/2026', '2026-7-30'],
    ...['0000-01-01', '2026-13-01', 'x', '20260-01-01'],
  ])('filing date %j is refused', (filed_on) => {
    const { errors } = read({ filed_on })
    expect(errors.filed_on).toEqual([expect.stringMatching(/is missing|Check the month/)])
  })

  test.each<[string, string]>([
    ['title', ''],
    ['title', ' \n '],
    ['title', 'x'.repeat(100_000)],
    ['title', 'a\0b'],
    ['title', 'a\ud800b'],
    ['description', '\0'],
    ...limits.map(([name, max]): [string, string] => [name, 'x'.repeat(max + 1)]),
    ['status', 'deleted'],
    ['status', 'PUBLISHED'],
  ])('%s %.20j is refused, and comes back as typed', (name, value) => {
    const { errors, typed } = read({ [name]: value })
    expect(Object.keys(errors)).toEqual([name])
    expect(typed).toMatchObject({ [name]: value })
  })

  it('keeps 100 KB of text, right-to-left marks, and markup unchanged', () => {
    const description = `\u202eevil <b>${'x'.repeat(100_000)}`
    expect(read({ description })).toMatchObject({ fields: { description }, errors: {} })
  })

  it('has a label for each field', () => {
    const unlabeled = Object.entries(ENTRY_LABELS).filter(([, label]) => label === '')
    expect(unlabeled).toEqual([])
  })

  it('ignores fields that it does not know', () => {
    const others = { id: '7', version: '3', source_key: 'x', deleted_at: '1', __proto__: 'x' }
    const { fields } = read(others)
    expect(Object.keys(fields).toSorted()).toEqual(Object.keys(BLANK_ENTRY).toSorted())
  })

  it('keeps fields that were not sent, and knows which were', () => {
    const current = { ...BLANK_ENTRY, ...valid, number: '45', type: 'Motion', status: 'draft' }
    const { fields, sent, errors } = readEntryForm(form({ title: 'Changed' }), current)
    expect(errors).toEqual({})
    expect(sent).toEqual({ title: 'Changed' })
    expect(fields).toMatchObject({ number: 45, type: 'Motion', status: 'draft' })
  })

  it('never throws, whatever was typed', () => {
    const anything = fc.string({ unit: 'binary' })
    const texts = { filed_on: anything, title: anything, status: anything }
    const fields = fc.record({ number: anything, ...texts })
    fc.assert(fc.property(fields, (typed) => void readEntryForm(form(typed))))
  })
})

test.each([
  ['3', 3],
  ['', undefined],
  ['-1', undefined],
  ['latest', undefined],
])('the version sent as %j is read as %j', (version, expected) => {
  expect(readVersion(form({ version }))).toBe(expected)
})
