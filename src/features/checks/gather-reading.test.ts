import { describe, expect, test } from 'vitest'
import { BLANK_PAGE, STAMP } from '../../../test/support/readings.ts'
import { gatherReading } from './gather-reading.ts'
import type { PageReading } from './inspection/messages.ts'
import type { Stamp } from './stamp-rules.ts'

const page = (number: number, rest: Partial<PageReading> = {}): PageReading => {
  return { ...BLANK_PAGE, page: number, ...rest }
}

const stamp = (number: number, rest: Partial<Stamp> = {}): Stamp => {
  return { ...STAMP, page: number, ...rest }
}

const gather = (pages: PageReading[], pageCount = pages.length) =>
  gatherReading(pageCount, pages, [])

test('keeps each stamp once, and the page numbers of the newest', () => {
  const older = stamp(7, { caseNumber: '09-00429', filedOn: '2010-03-09' })
  const reading = gather([
    page(1, { stamps: [older, stamp(1)], heading: 'MOTION' }),
    page(2, { stamps: [stamp(2)] }),
    page(3, { heading: 'NOT THIS' }),
  ])
  expect(reading.stamps).toEqual([older, stamp(1)])
  expect(reading.stampedPages).toEqual([1, 2, null])
  expect(reading.heading).toBe('MOTION')
})

test('lists no more places than anyone would read', () => {
  const finding = { kind: 'identifier' as const, box: null, text: 'Card number' }
  const full = page(1, { findings: Array.from({ length: 200 }, () => ({ ...finding, page: 1 })) })
  const rest = page(2, { findings: [1, 2, 3].map(() => ({ ...finding, page: 2 })) })
  expect(gather([full]).findings).toHaveLength(200)
  const { findings } = gather([full, rest])
  expect(findings).toHaveLength(201)
  const text = 'There are more like these, starting on page 2.'
  expect(findings.at(-1)).toEqual({ ...finding, page: 2, text })
})

describe('one finding for what is on several pages', () => {
  const box: [number, number, number, number] = [10, 20, 20, 25]

  test('notes', () => {
    const notes = [{ kind: 'comment' as const, count: 1, box }]
    const text = 'Contains comments or markup: 2, on pages 2–3.'
    const { findings } = gather([page(1), page(2, { notes }), page(3, { notes })])
    expect(findings).toEqual([{ kind: 'carried', page: 2, box: [10, 20, 20, 25], text }])
  })

  const scan = (number: number) => page(number, { isScan: true })
  const some = [page(1), scan(2), page(3), scan(4), scan(5)]

  test.each([
    ['a scan', [scan(1), scan(2)], 2, 'no_text', null, /^Scanned without text: /],
    ['some scans', some, 5, 'no_text', 2, /^Scanned without text on pages 2 and 4–5: /],
    ['pages that were never reported', [page(1)], 3, 'unreadable', 2, /^Pages 2–3 could not/],
    ['a file of which none was', [], 3, 'unreadable', null, /^This file could not/],
  ])('%s', (_, pages, pageCount, kind, first, text) => {
    const finding = { kind, page: first, text: expect.stringMatching(text) }
    expect(gather(pages, pageCount).findings).toMatchObject([finding])
  })
})
