import { expect, test } from 'vitest'
import { readDocketRow, readDocketSheet } from './docket-sheet-rules.ts'

test('reads notices of electronic filing', () => {
  const notice = (number: number) => `Notice of Electronic Filing
The following transaction was entered by Doe, Jane on 11/22/2026 at 4:10 PM EST and filed on 11/21/2026
Case Name: Harbor Freight Co. v. Roe
Case Number: 1:26-cv-00045-ABC
Filer: Harbor Freight Co.
Document Number: ${number}
Docket Text:
MOTION to Compel (Attachments: # (1) Exhibit A)(Doe, Jane)

1:26-cv-00045-ABC Notice has been electronically mailed to:`
  expect(readDocketRow(notice(12))).toMatchObject({ number: '12', filed_on: '2026-11-21' })
  const { rows, problems } = readDocketSheet(`${notice(12)}\n${notice(13)}`)
  expect(rows).toMatchObject([
    {
      number: '12',
      filed_on: '2026-11-21',
      title: 'MOTION to Compel',
      filed_by: 'Harbor Freight Co.',
    },
    { number: '13' },
  ])
  expect(rows[0]?.description).toBe('MOTION to Compel (Attachments: # (1) Exhibit A)(Doe, Jane)')
  expect(problems).toEqual([])
})

test.each([
  ['with empty lines between all others', '\n\n', ''],
  ['that was forwarded', '\n', '> '],
])('a notice %s has its text', (_, gap, mark) => {
  const lines = [
    'The following transaction was entered on 2/5/2020 at 4:13 PM EST and filed on 2/5/2020',
    'Document Number: 12',
    'Docket Text:',
    'MOTION to Dismiss by Jane Doe.',
  ]
  const { rows } = readDocketSheet(lines.map((line) => `${mark}${line}`).join(gap))
  expect(rows).toMatchObject([
    { number: '12', filed_on: '2020-02-05', description: 'MOTION to Dismiss by Jane Doe.' },
  ])
})

test('a notice has all paragraphs of its text, and says which other numbers it has', () => {
  const notice = `The following transaction was received from Roe entered on 11/21/2026 at 10:04 PM EST and filed on 11/21/26
Document Number:\t1
Document Number:\t69
Docket Text:
TEXT ORDER granting [96] Motion.

Signed by Judge X.

6:26-bk-13768 Notice will be electronically mailed to:

Jane Roe`
  const { rows, problems } = readDocketSheet(notice)
  expect(rows).toMatchObject([
    {
      number: '1',
      filed_on: '2026-11-21',
      description: 'TEXT ORDER granting [96] Motion. Signed by Judge X.',
    },
  ])
  expect(problems).toEqual(['The notice for No. 1 also lists 69. Use this case’s number.'])
})

test('says that rows of a sheet above a notice are not read', () => {
  const notice = 'The following transaction was entered on 11/22/2026\nDocket Text:\nORDER'
  const row = '11/20/2026\t60\tORDER setting hearing.'
  expect(readDocketSheet(`${row}\n${notice}`)).toMatchObject({
    rows: [{ description: 'ORDER' }],
    problems: ['Not read: 1 row above the first notice. Paste the docket sheet by itself.'],
  })
  expect(readDocketSheet(`U.S. District Court\n${notice}`).problems).toEqual([])
})
