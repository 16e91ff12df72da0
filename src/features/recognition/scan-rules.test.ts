import { expect, it } from 'vitest'
import { isScanned } from './scan-rules.ts'

it.each([
  ['nothing', ''],
  ['a stamp alone', 'Case 1:20-cv-10189-FDS   Document 12-1   Filed 02/05/20   Page 1 of 9'],
  ['a stamp and other numbers', 'Case 09-00429 Doc 51 Filed 03/09/10 Page 1 of 4\nFIMC000123\n17'],
  ['a slip sheet', 'EXHIBIT A'],
])('reads a page with %s', (_, text) => {
  expect(isScanned(text)).toBe(true)
})

it.each([
  ['a line of text', 'IT IS SO ORDERED. Dated March 9'],
  ['figures', '53.59165 12.5\n1,200.00 7 8.25\n9 10 11 12'],
  ['Russian', 'Договор аренды'],
  ['Japanese', '訴状を提出する'],
  ['a stamp and text', 'Case 1:20-cv-1 Document 2 Filed 02/05/20\nMOTION TO DISMISS THE COMPLAINT'],
])('leaves a page with %s as it is', (_, text) => {
  expect(isScanned(text)).toBe(false)
})
