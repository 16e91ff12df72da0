import { expect, test } from 'vitest'
import {
  documentHeading,
  formatAttachment,
  formatBytes,
  formatMark,
  formatPages,
  titleBelowEntry,
} from './document-label.ts'

test.each([
  [45, 0, '45'],
  [45, 2, '45-2'],
  [null, 0, 'Main'],
  [null, 3, 'Att. 3'],
])('document %s/%s is cited as %s', (entryNumber, attachmentNumber, mark) => {
  expect(formatMark(entryNumber, attachmentNumber)).toBe(mark)
})

test('the main document has no attachment number', () => {
  expect(formatAttachment(0)).toBe('Main document')
  expect(formatAttachment(1)).toBe('Attachment 1')
})

test('a heading names the citation where there is one', () => {
  const exhibit = { attachment_number: 2, title: 'Exhibit B' }
  expect(documentHeading(45, exhibit)).toBe('No. 45-2: Exhibit B')
  expect(documentHeading(null, exhibit)).toBe('Exhibit B')
})

test('below its entry, a main document does not repeat the title', () => {
  const entry = { title: 'ORDER granting 136 Motion', type: 'Order' }
  const main = { attachment_number: 0, title: 'Order granting 136 motion ' }
  expect(titleBelowEntry(entry, main)).toBe('Order (main document)')
  expect(titleBelowEntry({ ...entry, type: 'Other' }, main)).toBe('Main document')
  expect(titleBelowEntry(entry, { ...main, title: 'Proposed order' })).toBe('Proposed order')
  expect(titleBelowEntry(entry, { ...main, attachment_number: 1 })).toBe(main.title)
})

test('pages are counted in words', () => {
  expect(formatPages(1)).toBe('1 page')
  expect(formatPages(1200)).toBe('1,200 pages')
})

test.each([
  [999, '999 bytes'],
  [1000, '1 KB'],
  [287_226, '287 KB'],
  [999_600, '1 MB'],
  [1_400_000, '1.4 MB'],
  [2_500_000_000, '2.5 GB'],
])('%i bytes are shown as %s', (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown)
})
