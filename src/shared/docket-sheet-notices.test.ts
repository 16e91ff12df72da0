import { expect, test } from 'vitest'
import { readSheet } from '../../test/support/read-sheet.ts'
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
  const filed = { number: '12', filed_on: '2026-11-21', filed_by: 'Harbor Freight Co.' }
  expect(readDocketRow(notice(12))).toMatchObject(filed)
  const row = '2026-11-21|MOTION to Compel (Attachments: # (1) Exhibit A)(Doe, Jane) [1 Exhibit A]'
  expect(readSheet(`${notice(12)}\n${notice(13)}`)).toEqual([`12|${row}`, `13|${row}`])
})

test.each([
  ['with empty lines between all others', '\n\n', ''],
  ['that was forwarded', '\n', '> '],
])('a notice %s has its text', (_, gap, mark) => {
  const lines = [
    'The following transaction was entered on 2/5/2020 at 4:13 PM EST and filed on 2/5/2020',
    ...['Document Number: 12', 'Docket Text:', 'MOTION to Dismiss by Jane Doe.'],
  ]
  const read = readSheet(lines.map((line) => `${mark}${line}`).join(gap))
  expect(read).toEqual(['12|2020-02-05|MOTION to Dismiss by Jane Doe.'])
})

test('a forwarded notice’s bold labels and link addresses are not text', () => {
  const lines = [
    '> The following transaction was entered by Doe, Jane on 2/5/2020 at 4:13',
    '> PM EST and filed on 2/5/2020',
    '> *Case Number:* 1:26-cv-00045-ABC <https://ecf.example.gov/cgi-bin/DktRpt.pl?1>',
    '> *Filer:* Harbor Freight Co.',
    '> *Document Number:* 12 <https://ecf.example.gov/doc1/095?caseid=1>',
    '>',
    '> *Docket Text:*',
    '> *MOTION to Dismiss (Doe,',
    '> Jane)*',
    '>',
    '> *1:26-cv-00045-ABC Notice has been electronically mailed to:*',
  ]
  expect(readDocketSheet(lines.join('\n')).rows).toMatchObject([
    { number: '12', filed_by: 'Harbor Freight Co.', description: 'MOTION to Dismiss (Doe, Jane)' },
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
  expect(readSheet(notice)).toEqual([
    '1|2026-11-21|TEXT ORDER granting [96] Motion. Signed by Judge X.',
    'The notice for No. 1 also lists 69. Use this case’s number.',
  ])
})

test('says that rows of a sheet above a notice are not read', () => {
  const notice = 'The following transaction was entered on 11/22/2026\nDocket Text:\nORDER'
  const row = '11/20/2026\t60\tORDER setting hearing.'
  const skipped = 'Not read: 1 row above the first notice. Paste the docket sheet by itself.'
  expect(readSheet(`${row}\n${notice}`)).toEqual(['|2026-11-22|ORDER', skipped])
  expect(readSheet(`U.S. District Court\n${notice}`)).toEqual(['|2026-11-22|ORDER'])
})

test('says that a summary of several entries was read in part', () => {
  const entry = '1:26-cv-10045 Roe v. Doe\nMotion 45\n\nDocket Text:\nMOTION.\n\n'
  const part = expect.stringContaining('Only the first docket text')
  expect(readSheet(`Daily Summary\n\n${entry}${entry}`)).toEqual(['||MOTION.', part])
})

const HEAD = 'The following transaction was entered on 9/29/2022 and filed on 9/29/2022\n'
const ofCase = (caseNumber: string, number: number, text: string) =>
  `Case Name:\tA v. B\nCase Number:\t${caseNumber}\nDocument Number:\t${number}\n${text}\n`
const several = `${HEAD}${ofCase('1:20-cv-08924-CM', 749, 'Docket Text:\nFIRST.\n')}
${ofCase('1:21-cv-06610-CM', 88, 'Docket Text:\nSECOND.\n')}
1:20-cv-08924-CM Notice has been electronically mailed to:`
const CASES = '1:20-cv-08924-CM, 1:21-cv-06610-CM'
const third = `${HEAD}${ofCase('26-10001', 3, 'Docket Text:\nTHIRD.')}`
const ANOTHER = 'The notice for No. 3 is of another case (26-10001).'
const panel = `${HEAD}${ofCase('MDL No. 2967', 96, 'Docket Text:\nMDL.')}`
const shared = `${HEAD}${ofCase('20-10001', 1, '')}${ofCase('20-10002', 69, 'Docket Text:\nSHARED.')}`

test.each([
  ['its second case', several, '1:21-cv-06610-CM', '88|2022-09-29|SECOND.'],
  ['its lead case', several, '1:20-cv-08924-CM', '749|2022-09-29|FIRST.'],
  ['two numbers for one text', shared, '20-10002', '69|2022-09-29|SHARED.'],
  ['the first of two numbers for one text', shared, '20-10001', '1|2022-09-29|SHARED.'],
  ['other cases', several, '1:26-cv-1', `Not read: a notice for other cases (${CASES}).`],
  ['another case alone', third, '26-10002', `3|2022-09-29|THIRD.\n${ANOTHER}`],
  ['a panel', panel, 'MDL No. 2967', '96|2022-09-29|MDL.'],
  ['an unknown case', several, undefined, expect.stringMatching(/^749\|.*FIRST.\n.*also lists 88/)],
])('a notice of several cases gives the entry of %s', (_, pasted, own, expected) => {
  const isOurs = own ? (caseNumber: string) => caseNumber === own : undefined
  expect(readSheet(pasted, isOurs).join('\n')).toEqual(expected)
})

test.each([
  ['Document: Order\nDocument: Order', ''],
  ['Documents:\nOrder', ''],
  ['Case participants listed below will not receive it:\nRoe', ''],
  ['Docket Entry Number: 12.1', '12'],
])('what ACMS prints around the text is not the text: %j', (line, number) => {
  const before = number ? `${line}\n` : ''
  const notice = `${HEAD}Case Number: 25-4312\n${before}Docket Text:\n\nORDER.\n\nSee below.\n\n${number ? '' : line}\n\nNotice will be electronically mailed to:`
  expect(readSheet(notice)).toEqual([`${number}|2022-09-29|ORDER. See below.`])
})

test.each([
  ['Joint STATUS REPORT <i></i> by USA', 'Joint STATUS REPORT by USA'],
  ['<B>Sealed</B> MOTION<br/>by AT&amp;T', 'Sealed MOTION by AT&T'],
  ['REPLY <font color="red">in part</font>&nbsp;by O&#039;Neil', "REPLY in part by O'Neil"],
  ['MOTION if a < b and c > d', 'MOTION if a < b and c > d'],
])('markup in a plain notice is left out: %s', (text, expected) => {
  const read = readSheet(`${HEAD}Docket Text:\n${text}\n\nNotice has been mailed`)
  expect(read).toEqual([`|2022-09-29|${expected}`])
})

test('a defendant’s number before the filer is not the name', () => {
  const notice = `${HEAD}Filer:\tDft No. 2 - JOHN ROE\nDocket Text:\nMOTION.`
  expect(readDocketSheet(notice).rows).toMatchObject([{ filed_by: 'JOHN ROE' }])
})
