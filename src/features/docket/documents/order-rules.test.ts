import { expect, test } from 'vitest'
import { moveTo, placeAdded } from './order-rules.ts'

const documents = [
  { id: 1, attachment_number: 0 },
  { id: 2, attachment_number: 1 },
  { id: 3, attachment_number: 2 },
]
const ids = (ordered: { id: number }[]) => ordered.map(({ id }) => id)

test.each([
  [3, 1, [3, 1, 2]],
  [1, 2, [2, 1, 3]],
  [1, 99, [2, 3, 1]],
  [2, 2, [1, 2, 3]],
  [9, 1, [1, 2, 3]],
])('document %i moved to place %i', (id, position, order) => {
  expect(ids(moveTo(documents, id, position))).toEqual(order)
})

test('attachments are added at the end, a main document in front', () => {
  const added = [
    { id: 8, attachment_number: 3 },
    { id: 9, attachment_number: 0 },
  ]
  expect(ids(placeAdded(documents.slice(1), added))).toEqual([9, 2, 3, 8])
})
