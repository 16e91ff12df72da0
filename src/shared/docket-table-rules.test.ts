import { expect, test } from 'vitest'
import { readDocketSheet } from './docket-sheet-rules.ts'
import { arrangeColumns } from './docket-table-rules.ts'

const ROWS = ['12|2026-11-16|Motion, as amended', '|2026-11-17|341 meeting held']
const read = (pasted: string) => {
  const { rows, problems } = readDocketSheet(pasted)
  expect(problems).toEqual([])
  return rows.map(({ number, filed_on, description }) => `${number}|${filed_on}|${description}`)
}

const TABLES = {
  'the date last':
    '#\tDocket Text\tDate Filed\n12\tMotion, as amended\t11/16/2026\n\t341 meeting held\t11/17/2026',
  'the number last':
    'Date\tDescription\tDoc. No.\n11/16/2026\tMotion, as amended\t12\n11/17/2026\t341 meeting held\t',
  'related numbers and buttons':
    'Docket #\tFiled Date\tDocket Text\tRelated\tDownload\n12\t11/16/2026\tMotion, as amended\t9\tDownload\n\t11/17/2026\t341 meeting held\t12\t',
  'a second date':
    'Entry #:\tFiling Date:\tDescription:\tDate:\tView\n12\t11/16/2026\tMotion, as amended\t11/16/2026\tView\n\t11/17/2026\t341 meeting held\t11/17/2026\tView',
  'transactions of a state court':
    'D.I.\tTransaction ID\tDate/Time\tDocument Title\n12\t71234567\t11/16/2026 4:11 PM EST\tMotion, as amended\n\t71234568\t11/17/2026 9:00 AM EST\t341 meeting held',
  'the case of each':
    'Docket No.\tFile Date\tTitle\tCase\n12\t11/16/2026\tMotion, as amended\tAcme (26-10001)\n\t11/17/2026\t341 meeting held\tAcme (26-10001)',
  'a second date that is none of filing':
    'No.\tFiled Date\tEvent\tFiled by\tServed\n12\t11/16/26\tMotion, as amended\tPetitioner\t11/18/26\n\t11/17/26\t341 meeting held\t\t11/18/26',
  'an index of documents and their filers':
    'Image\tDIN\tDate\tFiler\tDescription\tPages\n\t12\t11/16/2026\tAcme\tMotion, as amended\t3\n\t\t11/17/2026\t\t341 meeting held\t',
  'the court’s name for numbers':
    'ECF\tText\tDate\n12\tMotion, as amended\t11/16/2026\n\t341 meeting held\t11/17/2026',
  'numbers of its rows':
    'Seq.\tDate\tECF No.\tText\n1\t11/16/2026\t12\tMotion, as amended\n2\t11/17/2026\t\t341 meeting held',
  'two dates before the number':
    'Date Filed\tDate Entered\tPaper #\tDocket Text\tFee\n11/16/2026\t11/17/2026\t12\tMotion, as amended\t$60\n11/17/2026\t11/18/2026\t\t341 meeting held\t',
  'a kind before the date':
    'Doc\tDoc Type\tFiled\tDescription\n12\tMotion\t11/16/2026\tMotion, as amended\n\tNotice\t11/17/2026\t341 meeting held',
  'a name for numbers that is not known here':
    'Filing Date\tExhibit/Paper #\tDocument Name\tFiled By\n11/16/2026\t12\tMotion, as amended\tAcme\n11/17/2026\t\t341 meeting held\t',
  'names of a database':
    'entry_number,date_filed,description\n12,2026-11-16,"Motion, as amended"\n,2026-11-17,341 meeting held',
  'commas and quotation marks':
    '"Docket Number","Filed Date","Description"\r\n12,11/16/2026,"Motion, as amended"\r\n,17-Nov-26,341 meeting held\r\n',
}

test.each(Object.entries(TABLES))('reads a table with %s', (_, pasted) =>
  expect(read(pasted)).toEqual(ROWS),
)

test('buttons to order a copy are not part of the text', () => {
  const pasted =
    'Entry #:\tDate:\tDescription:\n12\t11/16/2026\tMotion\tView\tAdd to request\n13\t11/17/2026\tOrder\tSend Runner to the Court'
  expect(read(pasted)).toEqual(['12|2026-11-16|Motion', '13|2026-11-17|Order'])
})

test('a quotation mark may be in a cell, and an attachment have a row', () => {
  const pasted = 'Docket No.,Docket Name,Date\n12,"Motion of ""Roe""",11/16/2026\n12-1,A,11/16/2026'
  expect(readDocketSheet(pasted).rows).toMatchObject([
    { number: '12', description: 'Motion of "Roe"', attachments: new Map([[1, 'A']]) },
  ])
})

test.each([
  ['of several lines', '"NOTICE of hearing on\n\n11/30/2026"', 'NOTICE of hearing on 11/30/2026'],
  ['with quotation marks', '"ORDER granting ""Motion"" "', 'ORDER granting "Motion"'],
  ['that begins and ends with a name in them', '"A" v. "B"', '"A" v. "B"'],
  ['that is a quotation', '"So ordered"', '"So ordered"'],
])('a spreadsheet’s cell %s is the text', (_, cell, text) => {
  expect(read(`11/16/2026\t12\t${cell}\r\n11/17/2026\t13\tORDER`)).toEqual([
    `12|2026-11-16|${text}`,
    '13|2026-11-17|ORDER',
  ])
})

test.each([
  'Doc\tAtt\tDate\tTitle\n12\t0\t11/16/2026\tMotion\n12\t1\t11/16/2026\tExhibit A\n13\t\t11/17/2026\tOrder',
  'date_filed,entry_number,attachment_number,docket_entry\n2026-11-16,12,,Motion\n2026-11-16,12,1,Exhibit A\n2026-11-17,13,,Order',
])('a column may have the number of an attachment: %j', (pasted) => {
  expect(readDocketSheet(pasted)).toMatchObject({
    rows: [
      { number: '12', title: 'Motion', attachments: new Map([[1, 'Exhibit A']]) },
      { number: '13', filed_on: '2026-11-17', title: 'Order' },
    ],
    problems: [],
  })
})

test('a row with too many cells for the heading is a row of its own', () => {
  const pasted = 'No.,Date,Description\n12,11/16/2026,Motion\n13,Nov 17, 2026,Order'
  expect(readDocketSheet(pasted).rows.map(({ number }) => number)).toEqual(['12', '13'])
})

test('columns of spaces are read if only numbers are beside the titles', () => {
  expect(arrangeColumns('Doc #   Document Type\n12   AFFIRMATION')).toBe('\n12\tAFFIRMATION')
})

test.each([
  'Date Filed\t#\tDocket Text\n11/16/2026\t \t1\n(3 pgs)\tPetition',
  'Date\tEvent\tComments\n11/16/2026\tAnswer\tGeneral Denial',
  'Some text, its date\n1,2',
  '11/16/2026\t12\tNOTICE of Acme, Inc.\nand others, Action',
])('leaves readable text, and text without a table, unchanged: %j', (pasted) => {
  expect(arrangeColumns(pasted)).toBe(pasted)
})
