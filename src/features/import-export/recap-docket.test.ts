import { expect, test } from 'vitest'
import { courtName } from './recap-case.ts'
import { recapDocket } from './recap-docket.ts'
import { fromRecap } from './recap-entries.ts'

test.each([
  ['dcd', 'United States District Court, District of Columbia'],
  ['njd', 'United States District Court, District of New Jersey'],
  ['nysb', 'United States Bankruptcy Court, Southern District of New York'],
  ['scotus', ''],
  ['', ''],
])('the court %s is %s', (id, name) => {
  expect(courtName(id)).toBe(name)
})

const read = (json: unknown) =>
  fromRecap(recapDocket('America/New_York').parse(json), 'America/New_York')
const document = { attachment_number: null, description: 'Complaint' }
const exhibit = { attachment_number: '1.0', description: 'Exhibit A' }
const entry = {
  entry_number: 12,
  date_filed: '2026-11-20',
  description: '',
  recap_documents: [document, exhibit],
}
const title = 'Complaint'
const documents = [
  { attachment_number: 0, title },
  { attachment_number: 1, title: 'Exhibit A' },
]
const LOADED = { number: 12, title, documents }

test.each([
  ['within a docket', { case_name: 'Roe', docket_entries: [entry] }, []],
  ['a page of them', { results: [entry], next: 'https://…/?page=2' }, [/one page/]],
  ['the last page', { results: [entry], next: null }, []],
  ['a list', [entry], []],
])('entries of CourtListener’s API are loaded: %s', (_, json, notes) => {
  const { entries, notes: said } = read(json)
  expect(entries).toMatchObject([LOADED])
  expect(said).toEqual(notes.map((note) => expect.stringMatching(note)))
})

test.each(['', null, undefined, 'None', 'nan', ' '])('%j is no number', (missing) => {
  const attachments = [{ attachment_number: missing, description: 'Exhibit A' }]
  const unnumbered = { ...entry, entry_number: undefined, document_number: missing }
  const docket_entries = [unnumbered, { ...entry, attachments }]
  const { entries, leftOut } = read({ docket_number: 1234, docket_entries })
  expect(entries).toMatchObject([{ number: null }, { number: 12, documents: [{}] }])
  expect(leftOut).toEqual(['2026-11-20-1 Exhibit A', '12-0 Exhibit A'])
})

test('of attachments with one number the first is kept, and the others are named', () => {
  const attachments = [exhibit, exhibit, { ...exhibit, description: 'Exhibit B' }]
  const { entries, leftOut } = read({ docket_entries: [{ ...entry, attachments }] })
  expect(entries[0]?.documents.map((one) => one.title)).toEqual(['Complaint', 'Exhibit A'])
  expect(leftOut).toEqual(['12-1 Exhibit B'])
})

test('a date that programs write as None is missing, and HTML is no text', () => {
  const description = '<b>ORDER</b> for AT&amp;T'
  const [one, other] = [
    { ...entry, date_filed: 'None', description, date_entered: '2026-11-21' },
    { ...entry, entry_number: 13, date_filed: 'nan', description: 'MINUTES &#39;A&#39;' },
  ]
  const { entries, undated } = read({ docket_entries: [one, other] })
  expect(entries).toMatchObject([
    { filed_on: '2026-11-21', description: 'ORDER for AT&T', title: 'ORDER for AT&T' },
    { status: 'draft', description: "MINUTES 'A'" },
  ])
  expect(undated).toEqual(['13'])
})
