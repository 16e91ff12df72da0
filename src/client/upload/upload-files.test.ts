import { expect, test } from 'vitest'
import { fileProgress } from './send-upload.ts'
import { type ChosenFile, move, proposeTitles } from './upload-files.ts'

const chosen = (name: string, typed?: number): ChosenFile => ({
  file: { name, size: 1 },
  title: '',
  isTitleTyped: false,
  attachmentNumber: typed ?? 0,
  isNumberTyped: typed !== undefined,
})
const entry = { number: 45, title: 'Motion to dismiss' }
const proposed = (files: ChosenFile[], used: number[] = []) =>
  proposeTitles(files, entry, used).map((file) => `${file.attachmentNumber} ${file.title}`)

test('numbers and titles are read from the names by the rules of the server', () => {
  const files = [chosen('ECF 045-2 - Exhibit_B.pdf'), chosen('045.pdf'), chosen('Notes.pdf')]
  expect(proposed(files)).toEqual(['2 Exhibit B', '0 Motion to dismiss', '3 Notes'])
})

test('what the entry has already is not given again', () => {
  expect(proposed([chosen('a'), chosen('b')], [0, 3])).toEqual(['4 a', '5 b'])
})

test('what was typed is kept, and proposed to no other file', () => {
  const retitled = { ...chosen('c'), title: 'Exhibit C', isTitleTyped: true }
  expect(proposed([chosen('a'), chosen('b', 1), retitled])).toEqual(['0 a', '1 b', '2 Exhibit C'])
  expect(proposed([chosen('a'), chosen('b'), chosen('c', 0)])).toEqual(['1 a', '2 b', '0 c'])
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
