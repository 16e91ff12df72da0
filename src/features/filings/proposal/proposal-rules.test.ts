import { expect, test } from 'vitest'
import { readStamps } from '../../checks/stamp-rules.ts'
import type { ReadFile } from './file-place-rules.ts'
import { proposeFiling } from './proposal-rules.ts'

const CASE = '1:26-cv-00045-ABC'

const stamp = (number: string, more = '') =>
  `Case ${CASE} Document ${number} Filed 11/20/26 Page 1 of 2 ${more}`

const file = (name: string, stamps = '', heading = ''): ReadFile => ({
  name,
  sha256: `${name}${stamps}`,
  reading: { stamps: readStamps(stamps), heading },
})

const propose = (files: ReadFile[], docketText = '', caseNumber = CASE) =>
  proposeFiling({ files, docketText, caseNumber, today: '2026-11-23' })

/** `12: motion [0 a.pdf] [1 b.pdf]` */
function proposed(...input: Parameters<typeof propose>): string[] {
  const proposal = propose(...input)
  const [files] = input
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
])('values are marked as guessed where there is %s', (_name, files, pasted, guessed) => {
  expect(propose(files, pasted).entries).toMatchObject([{ guessed }])
})

test('leading zeros are ignored in a stamp, a file’s name, and the docket text', () => {
  const files = [file('a.pdf', stamp('0012')), file('0012-1.pdf'), file('b.pdf', stamp('12-2'))]
  expect(proposed(files)).toEqual(['12: [0 a.pdf] [1 0012-1.pdf] [2 b.pdf]'])
  const { entries } = propose(files, '11/22/2026\t0012\tMOTION to Stay')
  expect(entries).toMatchObject([{ number: '12', title: 'MOTION to Stay' }])
})

test('the stamp outranks the file’s name, and main documents come first', () => {
  const files = [file('b.pdf', stamp('12-1')), file('99.pdf', stamp('12')), file('c', stamp('9'))]
  expect(proposed(files)).toEqual(['9: [0 c]', '12: [0 99.pdf] [1 b.pdf]'])
})

test('a stamp of another case is ignored in favor of the file’s name', () => {
  const stamps = 'Case 3:19-cv-00007-XYZ Document 7 Filed 02/03/19 Page 1 of 2'
  expect(proposed([file('12-1.pdf', stamps)])).toEqual(['12: [1 12-1.pdf]'])
})

test.each([
  ['55 | 55-1', '55: [0 55] [1 55-1]'],
  ['55-1 Declaration of Smith', '55: [1 55-1 Declaration of Smith]'],
  ['gov.uscourts.azd.1085839.3.1', '3: [1 gov.uscourts.azd.1085839.3.1]'],
  ['motion | exhibit1', ': [0 motion] [1 exhibit1]'],
  ['exhibit1 | 12 | Ex A', '12: [0 12] [1 exhibit1] | ? [1 Ex A]'],
  ['12 | Ex B - Lease', '12: [0 12] [2 Ex B - Lease]'],
  ['main | 12-1', '12: [0 main] [1 12-1]'],
  ['12 | 13 | exhibit1', '12: [0 12] | 13: [0 13] | ? [1 exhibit1]'],
  ['12 | 12 copy', '12: [0 12] | ? [0 12 copy]'],
  ['exhibit1', ': [1 exhibit1]'],
  ['45 | 45 Exhibit A | ECF 45 Ex. 2', '45: [0 45] [1 45 Exhibit A] [2 ECF 45 Ex. 2]'],
  ['45 | Exhibit A-1 | Exhibit A-2', '45: [0 45] [1 Exhibit A-1] [2 Exhibit A-2]'],
  ['45 | Exhibit 0', '45: [0 45] [1 Exhibit 0]'],
  ['45 | Exh. 4 | exh_b', '45: [0 45] [2 exh_b] [4 Exh. 4]'],
  ['Ex Parte Motion | Exhibit List', ': [0 Ex Parte Motion] | : [0 Exhibit List]'],
  ['Motion | Reply', ': [0 Motion] | : [0 Reply]'],
])('files named %s', (names, expected) => {
  const entries = proposed(names.split(' | ').map((name) => file(`${name}.pdf`)))
  expect(entries.join(' | ').replaceAll('.pdf]', ']')).toBe(expected)
})

test.each([
  ['45 | Exhibit A | Exhibit B - Lease', '0 MOTION | 2 Exhibit A | 3 Exhibit B: Lease of 2020'],
  ['45 | 45 Ex. A | 45-1', '0 MOTION | 1 Declaration of Roe | 2 Exhibit A'],
  ['45 | 45 Attachment 1', '0 MOTION | 1 Declaration of Roe'],
  ['45 | Exhibit C', '0 MOTION | 1 Exhibit C'],
])('files named %s have numbers and titles of the docket text, or their own', (names, expected) => {
  const text =
    'MOTION (Attachments: # 1 Declaration of Roe, # 2 Exhibit A, # 3 Exhibit B: Lease of 2020)'
  const files = names
    .split(' | ')
    .map((name) => file(`${name}.pdf`, '', name === '45' ? 'MOTION' : ''))
  const [entry] = propose(files, `11/22/2026\t45\t${text}`).entries
  const documents = entry?.documents.map((one) => `${one.attachmentNumber} ${one.title}`)
  expect(documents?.join(' | ')).toBe(expected)
})

test('title, type and filer come from the heading, the date from the stamp', () => {
  const files = [file('x.pdf', stamp('12'), 'DEFENDANT’S MOTION TO DISMISS')]
  const fields = { title: 'DEFENDANT’S MOTION TO DISMISS', type: 'Motion', filed_by: 'Defendant' }
  const entry = { number: '12', filed_on: '2026-11-20', ...fields }
  expect(propose(files).entries[0]).toMatchObject(entry)
})

test.each([
  ['scan0001.pdf', ''],
  ['main.pdf', ''],
  ['70-main.pdf', 'Main document'],
  ['gov.uscourts.azd.1085839.pdf', ''],
  ['gov.uscourts.azd.1085839.70.0.pdf', 'Main document'],
  ['70.pdf', 'Main document'],
])('%s, with nothing else to go by, is called “%s”', (name, title) => {
  const documents = [{ title: 'Main document' }]
  expect(propose([file(name)]).entries[0]).toMatchObject({ title, documents })
})

test('a docket sheet fills text, titles, and the names of attachments', () => {
  const pasted = '11/19/2026\t12\tMOTION to Compel by Harbor Freight Co. (Attachments: # 1 Lease)'
  const fields = { title: 'MOTION to Compel', filed_by: 'Harbor Freight Co.' }
  const documents = [{ attachmentNumber: 0 }, { attachmentNumber: 1, title: 'Lease' }]
  const [entry] = propose([file('12.pdf'), file('12-1.pdf')], pasted).entries
  expect(entry).toMatchObject({ filed_on: '2026-11-19', ...fields, documents })
})

test('if the case has no number, the newest stamp counts', () => {
  const older = 'Case 3:19-cv-00007 Document 4 Filed 02/03/19 Page 1 of 2'
  expect(proposed([file('x.pdf', `${older} ${stamp('12')}`)], '', '')).toEqual(['12: [0 x.pdf]'])
})

test('a notice of several cases gives this case’s entry', () => {
  const notice = [
    'The following transaction was entered on 11/22/2026 and filed on 11/22/2026',
    ...['Case Number: 1:20-cv-08924-CM', 'Document Number: 749', 'Docket Text:', 'ORDER', ''],
    ...[`Case Number: ${CASE}`, 'Document Number: 88', 'Docket Text:', 'ORDER here'],
  ].join('\n')
  const { entries } = propose([], notice, '26-cv-45')
  expect(entries).toMatchObject([{ number: '88', description: 'ORDER here' }])
})

test('rows with the newest first are filed in the court’s order', () => {
  const { entries } = propose([], '11/23/2026\t\tMINUTE ORDER\n11/22/2026\t12\tMOTION')
  expect(entries.map(({ description }) => description)).toEqual(['MOTION', 'MINUTE ORDER'])
})
