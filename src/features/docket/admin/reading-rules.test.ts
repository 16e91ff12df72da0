import { expect, it } from 'vitest'
import { NOTHING_READ } from '../../checks/finding-rules.ts'
import { readStamps } from '../../checks/stamp-rules.ts'
import { proposeEntry } from './reading-rules.ts'

const OWN = '1:26-cv-00045'
const file = (name: string, stamp = '', heading = '') => ({
  name,
  reading: { ...NOTHING_READ, stamps: readStamps(stamp), heading },
})
const stamp = (document: string, filed = '07/02/26') =>
  `Case 1:26-cv-00045-ABC Document ${document} Filed ${filed} Page 1 of 2`

const numbersOf = ({ documents }: ReturnType<typeof proposeEntry>) =>
  documents.map(({ attachment_number }) => attachment_number)

it('fills number, date, title and type from the stamp and the main document, wherever it stands', () => {
  const files = [
    file('scan1.pdf', stamp('53-1'), 'EXHIBIT A'),
    file('scan2.pdf', stamp('53'), 'MOTION TO DISMISS'),
    file('Declaration of Smith.pdf', stamp('53-2')),
  ]
  const proposal = proposeEntry(files, OWN)
  expect(proposal).toMatchObject({
    number: '53',
    filed_on: '2026-07-02',
    title: 'MOTION TO DISMISS',
    type: 'Motion',
  })
  expect(proposal.documents.map((one) => `${one.attachment_number} ${one.title}`)).toEqual([
    '1 EXHIBIT A',
    '0 MOTION TO DISMISS',
    '2 Declaration of Smith',
  ])
})

it('takes names where there is no stamp, and the heading where the name says nothing', () => {
  const proposal = proposeEntry([file('55-1 Declaration of Smith.pdf'), file('55.pdf')], OWN)
  expect(proposal).toMatchObject({ number: '55', filed_on: '', title: '' })
  expect(numbersOf(proposal)).toEqual([1, 0])
  expect(proposal.documents.map(({ title }) => title)).toEqual(['Declaration of Smith', ''])
})

it('believes no stamp of another case, and gives no number twice', () => {
  const other = 'Case 2:19-cv-00001-XYZ Document 7 Filed 01/02/19 Page 1 of 2'
  expect(proposeEntry([file('a.pdf', other)], OWN)).toMatchObject({ number: '', filed_on: '' })
  expect(proposeEntry([file('a.pdf', other)], '')).toMatchObject({ number: '7' })
  const twice = proposeEntry([file('a.pdf', stamp('53')), file('b.pdf', stamp('53'))], OWN)
  expect(numbersOf(twice)).toEqual([0, 1])
  expect(twice.documents.map(({ is_stamped }) => is_stamped)).toEqual([true, false])
})

it('proposes no number that no docket has, and nothing of nothing', () => {
  const circuit = 'Case: 21-50498 Document: 00516242060 Page: 1 Date Filed: 03/17/2022'
  expect(proposeEntry([file('a.pdf', circuit)], '')).toMatchObject({
    number: '516242060',
    filed_on: '2022-03-17',
  })
  expect(proposeEntry([], OWN)).toMatchObject({ number: '', documents: [] })
})
