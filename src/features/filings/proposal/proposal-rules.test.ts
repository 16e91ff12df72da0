import { expect, test } from 'vitest'
import { readDocketSheet } from '../../../shared/docket-sheet-rules.ts'
import { readStamps } from '../../checks/stamp-rules.ts'
import type { ReadFile } from './file-place-rules.ts'
import { proposeEntries, proposeFiling } from './proposal-rules.ts'

const CASE = '1:26-cv-00045-ABC'

const stamp = (number: string, more = '') =>
  `Case ${CASE} Document ${number} Filed 11/20/26 Page 1 of 2 ${more}`

const file = (name: string, stamps = '', heading = ''): ReadFile => ({
  name,
  sha256: `${name}${stamps}`,
  reading: { stamps: readStamps(stamps), heading },
})

/** `12: motion [0 a.pdf] [1 b.pdf]` */
function proposed(files: ReadFile[], pasted = '', caseNumber = CASE): string[] {
  const { rows } = readDocketSheet(pasted)
  const proposal = proposeEntries(files, { caseNumber, today: '2026-11-23', rows })
  const names = (documents: (typeof proposal)['unplaced']) =>
    documents.map((one) => ` [${one.attachmentNumber} ${files[one.file]?.name}]`).join('')
  return [
    ...proposal.entries.map(({ number, documents }) => `${number}:${names(documents)}`),
    ...(proposal.unplaced.length > 0 ? [`?${names(proposal.unplaced)}`] : []),
  ]
}

test.each([
  ['a stamp and a heading: nothing', [file('scan1.pdf', stamp('12'), 'MOTION TO STAY')], '', ''],
  ['a stamp alone: the title', [file('scan1.pdf', stamp('12'))], '', 'title'],
  ['a file name alone', [file('12 Letter.pdf')], '', 'number filed_on title'],
  ['a heading alone', [file('scan1.pdf', '', 'MOTION TO STAY')], '', 'number filed_on'],
  ['nothing: what is blank is typed', [file('scan1.pdf')], '', 'number filed_on'],
  ['docket text with its number', [file('12.pdf')], '11/22/2026\t12\tMOTION to Stay', ''],
])('is guessed where there is %s', (_name, files, pasted, guessed) => {
  const { rows } = readDocketSheet(pasted)
  const { entries } = proposeEntries(files, { caseNumber: CASE, today: '2026-11-23', rows })
  expect(entries).toMatchObject([{ guessed }])
})

test('zeros before a number are nothing, in a stamp, a name, and the docket text', () => {
  const files = [file('a.pdf', stamp('0012')), file('0012-1.pdf'), file('b.pdf', stamp('12-2'))]
  expect(proposed(files)).toEqual(['12: [0 a.pdf] [1 0012-1.pdf] [2 b.pdf]'])
  const { rows } = readDocketSheet('11/22/2026\t0012\tMOTION to Stay')
  const { entries } = proposeEntries(files, { caseNumber: CASE, today: '2026-11-23', rows })
  expect(entries).toMatchObject([{ number: '12', title: 'MOTION to Stay' }])
})

test('the stamp counts before the file’s name, and main documents come first', () => {
  const files = [file('b.pdf', stamp('12-1')), file('99.pdf', stamp('12')), file('c', stamp('9'))]
  expect(proposed(files)).toEqual(['9: [0 c]', '12: [0 99.pdf] [1 b.pdf]'])
})

test.each([
  ['made-up digits', `Case ${CASE} Document ${'9'.repeat(40)} Filed 11/20/26 Page 1 of 2`],
  ['a date that does not exist', `Case ${CASE} Document 7 Filed 02/30/26 Page 1 of 2`],
  ['another case', 'Case 3:19-cv-00007-XYZ Document 7 Filed 02/03/19 Page 1 of 2'],
])('a stamp with %s is no proposal: the name is', (_, stamps) => {
  expect(proposed([file('12-1.pdf', stamps)])).toEqual(['12: [1 12-1.pdf]'])
})

test.each([
  [['55.pdf', '55-1.pdf'], ['55: [0 55.pdf] [1 55-1.pdf]']],
  [['55-1 Declaration of Smith.pdf'], ['55: [1 55-1 Declaration of Smith.pdf]']],
  [
    ['gov.uscourts.azd.1085839.3.0.pdf', 'gov.uscourts.azd.1085839.3.1.pdf'],
    ['3: [0 gov.uscourts.azd.1085839.3.0.pdf] [1 gov.uscourts.azd.1085839.3.1.pdf]'],
  ],
  [['motion.pdf', 'exhibit1.pdf'], [': [0 motion.pdf] [1 exhibit1.pdf]']],
  [
    ['exhibit1.pdf', '12.pdf', 'Ex A.pdf'],
    ['12: [0 12.pdf] [1 exhibit1.pdf]', '? [1 Ex A.pdf]'],
  ],
  [['12.pdf', 'Ex B - Lease.pdf'], ['12: [0 12.pdf] [2 Ex B - Lease.pdf]']],
  [['main.pdf', '12-1.pdf'], ['12: [0 main.pdf] [1 12-1.pdf]']],
  [
    ['12.pdf', '13.pdf', 'exhibit1.pdf'],
    ['12: [0 12.pdf]', '13: [0 13.pdf]', '? [1 exhibit1.pdf]'],
  ],
  [
    ['12.pdf', '12 copy.pdf'],
    ['12: [0 12.pdf]', '? [0 12 copy.pdf]'],
  ],
  [['exhibit1.pdf'], [': [1 exhibit1.pdf]']],
  [
    ['45.pdf', '45 Exhibit A.pdf', 'ECF 45 Ex. 2.pdf'],
    ['45: [0 45.pdf] [1 45 Exhibit A.pdf] [2 ECF 45 Ex. 2.pdf]'],
  ],
  [
    ['45.pdf', 'Exhibit A-1.pdf', 'Exhibit A-2.pdf'],
    ['45: [0 45.pdf] [1 Exhibit A-1.pdf] [2 Exhibit A-2.pdf]'],
  ],
  [['45.pdf', 'Exhibit 0.pdf'], ['45: [0 45.pdf] [1 Exhibit 0.pdf]']],
  [['45.pdf', 'Exh. 4.pdf', 'exh_b.pdf'], ['45: [0 45.pdf] [2 exh_b.pdf] [4 Exh. 4.pdf]']],
  [
    ['Ex Parte Motion.pdf', 'Exhibit List.pdf'],
    [': [0 Ex Parte Motion.pdf]', ': [0 Exhibit List.pdf]'],
  ],
  [
    ['Motion.pdf', 'Reply.pdf'],
    [': [0 Motion.pdf]', ': [0 Reply.pdf]'],
  ],
])('files named %j', (names, expected) => {
  expect(proposed(names.map((name) => file(name)))).toEqual(expected)
})

test('title, type and filer come from the heading, the date from the stamp', () => {
  const files = [file('x.pdf', stamp('12'), 'DEFENDANT’S MOTION TO DISMISS')]
  const { entries } = proposeEntries(files, { caseNumber: CASE, today: '2026-11-23', rows: [] })
  expect(entries[0]).toMatchObject({
    number: '12',
    filed_on: '2026-11-20',
    title: 'DEFENDANT’S MOTION TO DISMISS',
    type: 'Motion',
    filed_by: 'Defendant',
  })
})

test.each([
  ['scan0001.pdf', ''],
  ['main.pdf', ''],
  ['70-main.pdf', 'Main document'],
  ['gov.uscourts.azd.1085839.pdf', ''],
  ['gov.uscourts.azd.1085839.70.0.pdf', 'Main document'],
  ['70.pdf', 'Main document'],
])('%s, with nothing else to go by, is called “%s”', (name, title) => {
  const about = { caseNumber: CASE, today: '2026-11-23', rows: [] }
  expect(proposeEntries([file(name)], about).entries[0]).toMatchObject({
    title,
    documents: [{ title: 'Main document' }],
  })
})

test('a docket sheet fills text, titles, and the names of attachments', () => {
  const { rows } = readDocketSheet(
    '11/19/2026\t12\tMOTION to Compel by Harbor Freight Co. (Attachments: # 1 Lease)',
  )
  const files = [file('12.pdf'), file('12-1.pdf')]
  const { entries } = proposeEntries(files, { caseNumber: CASE, today: '2026-11-23', rows })
  expect(entries[0]).toMatchObject({
    filed_on: '2026-11-19',
    title: 'MOTION to Compel',
    filed_by: 'Harbor Freight Co.',
    documents: [{ attachmentNumber: 0 }, { attachmentNumber: 1, title: 'Lease' }],
  })
})

test('an exhibit without a number goes where the docket text names it, once', () => {
  const row = (number: number, names: string) =>
    `11/19/2026\t${number}\tMOTION (Attachments: ${names})`
  const pasted = [
    row(12, '# 1 Exhibit A, # 2 Text of Proposed Order'),
    row(13, '# 1 Exhibit A, # 2 Exhibit B - Lease'),
    row(14, '# 1 Exhibit C'),
  ].join('\n')
  const names = ['12', '13', 'Text of Proposed Order', 'Ex. B', 'Exhibit A', 'Exhibit C', 'main']
  expect(
    proposed(
      names.map((name) => file(`${name}.pdf`)),
      pasted,
    ),
  ).toEqual([
    '12: [0 12.pdf] [2 Text of Proposed Order.pdf]',
    '13: [0 13.pdf] [2 Ex. B.pdf]',
    ': [0 main.pdf]',
    '? [1 Exhibit A.pdf] [3 Exhibit C.pdf]',
  ])
})

test('where the case has no number, the newest stamp counts', () => {
  const older = 'Case 3:19-cv-00007 Document 4 Filed 02/03/19 Page 1 of 2'
  expect(proposed([file('x.pdf', `${older} ${stamp('12')}`)], '', '')).toEqual(['12: [0 x.pdf]'])
})

test('a notice of several cases gives this case’s entry', () => {
  const notice = [
    'The following transaction was entered on 11/22/2026 and filed on 11/22/2026',
    ...['Case Number: 1:20-cv-08924-CM', 'Document Number: 749', 'Docket Text:', 'ORDER', ''],
    ...[`Case Number: ${CASE}`, 'Document Number: 88', 'Docket Text:', 'ORDER here'],
  ].join('\n')
  const input = { files: [], docketText: notice, caseNumber: '26-cv-45', today: '2026-11-23' }
  expect(proposeFiling(input).entries).toMatchObject([{ number: '88', description: 'ORDER here' }])
})

test('rows with the newest first are filed in the court’s order', () => {
  const docketText = '11/23/2026\t\tMINUTE ORDER\n11/22/2026\t12\tMOTION'
  const { entries } = proposeFiling({ files: [], docketText, caseNumber: '', today: '2026-11-23' })
  expect(entries.map(({ description }) => description)).toEqual(['MOTION', 'MINUTE ORDER'])
})
