import { expect, test } from 'vitest'
import { type ChosenFile, fileProgress, move, proposeNumbers, proposeTitle } from './upload-list.ts'

const chosen = (name: string, typed?: number): ChosenFile => ({
  file: { name, size: 1 },
  title: name,
  attachmentNumber: typed ?? 0,
  isNumberTyped: typed !== undefined,
})
const numbers = (files: ChosenFile[], first: number) =>
  proposeNumbers(files, first).map((file) => file.attachmentNumber)

test.each([
  ['Exhibit B.pdf', 'Exhibit B'],
  ['045-2_Exhibit__B.PDF', '045-2 Exhibit B'],
  ['.pdf', 'Document'],
  ['Notes.v2', 'Notes.v2'],
])('%s is proposed as %s', (fileName, title) => {
  expect(proposeTitle(fileName)).toBe(title)
})

test('numbers follow the order, from the first free one', () => {
  expect(numbers([chosen('a'), chosen('b')], 0)).toEqual([0, 1])
  expect(numbers([chosen('a'), chosen('b')], 4)).toEqual([4, 5])
})

test('a number that was typed is kept, and proposed to no other file', () => {
  expect(numbers([chosen('a'), chosen('b', 1), chosen('c'), chosen('d')], 0)).toEqual([0, 1, 2, 3])
  expect(numbers([chosen('a'), chosen('b'), chosen('c', 0)], 0)).toEqual([1, 2, 0])
})

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [0, -1, ['a', 'b', 'c']],
  [2, 9, ['a', 'b', 'c']],
])('moving %i to %i gives %j', (from, to, order) => {
  expect(move(['a', 'b', 'c'], from, to)).toEqual(order)
})

test.each([
  [0, [0, 0, 0]],
  [100, [0, 0, 0]],
  [150, [0.5, 0, 0]],
  [200, [1, 0, 0]],
  [350, [1, 0.5, 0]],
  [600, [1, 1, 1]],
])('after %i of 600 bytes, 100 of them no file, the files have %j', (sent, progress) => {
  expect(fileProgress([100, 300, 100], sent, 600)).toEqual(progress)
})

test('an empty file is done when its turn has come', () => {
  expect(fileProgress([100, 0], 50, 100)).toEqual([0.5, 0])
  expect(fileProgress([100, 0], 100, 100)).toEqual([1, 1])
})
