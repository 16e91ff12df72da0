import { expect, it } from 'vitest'
import { isScanned } from './scan-rules.ts'

it.each([
  ['nothing', true, ''],
  ['a stamp', true, 'Case 1:20-cv-10189-FDS   Document 12-1   Filed 02/05/20   Page 1 of 9'],
  ['a stamp and numbers', true, 'Case 09-00429 Doc 51 Filed 03/09/10 Page 1 of 4\nFIMC000123\n17'],
  ['a slip sheet', true, 'EXHIBIT A'],
  ['a line of text', false, 'IT IS SO ORDERED. Dated March 9'],
  ['figures', false, '53.59165 12.5\n1,200.00 7 8.25\n9 10 11 12'],
  ['Russian', false, 'Договор аренды'],
  ['Japanese', false, '訴状を提出する'],
  ['a stamp and text', false, 'Case 1:20-cv-1 Document 2 Filed 02/05/20\nMOTION TO STAY THE CASE'],
])('whether a page with %s is recognized: %s', (_, isRecognized, text) => {
  expect(isScanned(text)).toBe(isRecognized)
})
