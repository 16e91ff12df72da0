import { expect, it } from 'vitest'
import { NOTHING_READ } from '../../../../test/support/nothing-read.ts'
import type { OfferedFile } from './accept-files.ts'
import { mergeInOrder, planFiles } from './add-documents.ts'
import { moveTo } from './change-document.ts'

const entry = { number: 45, title: 'Motion', description: '' }
const NONE = { existing: [], caseNumber: '1:26-cv-00045' }

function file(name: string, chosen: Partial<OfferedFile> = {}): OfferedFile {
  const stored = { path: `/tmp/${name}`, sha256: name, byteSize: 1, pageCount: 1, pages: [] }
  return { name, ...stored, reading: NOTHING_READ, ...chosen }
}

const planned = ({ attachmentNumber, title }: { attachmentNumber: number; title: string }) =>
  `${attachmentNumber} ${title}`

it('keeps what was chosen and proposes the rest around it', () => {
  const chosen = file('b.pdf', { attachmentNumber: 1, title: 'Chosen' })
  const files = [file('a.pdf'), chosen, file('c.pdf', { title: 'Third' })]
  const { accepted, refused } = planFiles(files, entry, NONE)
  expect(refused).toEqual([])
  expect(accepted.map(planned)).toEqual(['0 a', '1 Chosen', '2 Third'])
})

it('the number is the stamp’s, and the title the heading’s if the file name says nothing', () => {
  const { caseNumber } = NONE
  const stamp = { caseNumber, entryNumber: '45', filedOn: null, page: 1, pageCount: 1 }
  const read = (attachmentNumber: number, heading: string, other = {}) => ({
    reading: { ...NOTHING_READ, heading, stamps: [{ ...stamp, attachmentNumber, ...other }] },
  })
  const files = [
    file('scan1.pdf', read(2, 'EXHIBIT B')),
    file('Lease.pdf', read(2, 'ANOTHER HEADING')),
    file('scan2.pdf', read(7, 'NOTICE', { entryNumber: '46' })),
    file('scan3.pdf', read(0, '', { caseNumber: '1:25-cv-00001' })),
    file('45.pdf', read(0, 'MOTION')),
  ]
  const { accepted } = planFiles(files, entry, NONE)
  const plan = accepted.map(planned)
  expect(plan).toEqual(['2 EXHIBIT B', '3 Lease', '4 NOTICE', '5 scan3', '0 Motion'])
})

it('refuses by name a number that a document or another file has', () => {
  const files = [
    file('a.pdf', { attachmentNumber: 0 }),
    file('b.pdf', { attachmentNumber: 3, title: 'B' }),
    file('c.pdf', { attachmentNumber: 3 }),
  ]
  const existing = [{ attachment_number: 0, title: 'Motion' }]
  const { accepted, refused } = planFiles(files, entry, { ...NONE, existing })
  expect(accepted.map(({ name }) => name)).toEqual(['b.pdf'])
  expect(refused).toEqual([
    { name: 'a.pdf', reason: expect.stringContaining('already “Motion”') },
    { name: 'c.pdf', reason: expect.stringContaining('already “B”') },
  ])
})

const documents = [
  { id: 1, attachment_number: 0 },
  { id: 2, attachment_number: 1 },
  { id: 3, attachment_number: 2 },
]
const ids = (ordered: { id: number }[]) => ordered.map(({ id }) => id)

it.each([
  [3, 1, [3, 1, 2]],
  [1, 2, [2, 1, 3]],
  [1, 99, [2, 3, 1]],
  [2, 2, [1, 2, 3]],
  [9, 1, [1, 2, 3]],
])('document %i moved to position %i', (id, position, order) => {
  expect(ids(moveTo(documents, id, position))).toEqual(order)
})

it('attachments are added at the end, a main document in front', () => {
  const added = [
    { id: 8, attachment_number: 3 },
    { id: 9, attachment_number: 0 },
  ]
  expect(ids(mergeInOrder(documents.slice(1), added))).toEqual([9, 2, 3, 8])
})
