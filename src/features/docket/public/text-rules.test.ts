import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBlocks } from './text-rules.ts'

test('paragraphs and lists keep their words; a word cut at a line’s end is whole', () => {
  expect(
    readBlocks(
      'ORDER\n\nThe defend-\nant moves\r\nto dismiss.\n\n1. One\ngoes on\n(b) Two\n\nEnd.',
    ),
  ).toEqual([
    { kind: 'paragraph', text: 'ORDER' },
    { kind: 'paragraph', text: 'The defendant moves to dismiss.' },
    { kind: 'list', items: ['1. One goes on', '(b) Two'] },
    { kind: 'paragraph', text: 'End.' },
  ])
})

test('without blank lines a short last line ends its paragraph', () => {
  const blocks = readBlocks(
    'The motion to dismiss the case\nis denied.\nThe parties shall confer soon\nand report.',
  )
  expect(blocks.map((block) => block.kind === 'paragraph' && block.text)).toEqual([
    'The motion to dismiss the case is denied.',
    'The parties shall confer soon and report.',
  ])
})

test('the line numbers of pleading paper are left out; a number that stands alone is kept', () => {
  const numbers = Array.from({ length: 28 }, (_, index) => index + 1).join('\n')
  expect(readBlocks(`${numbers}\nText of the case`)).toEqual([
    { kind: 'paragraph', text: 'Text of the case' },
  ])
  expect(readBlocks('Text\n\n7')).toContainEqual({ kind: 'paragraph', text: '7' })
})

test('no word is lost and none is added', () => {
  const word = fc.constantFrom(
    'Motion',
    'to',
    '(a)',
    '1.',
    '•',
    'dismiss.',
    '\n',
    '\n\n',
    '\r\n',
    '§ 12',
  )
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const page = words.join(' ')
      const read = readBlocks(page).flatMap((block) =>
        block.kind === 'list' ? block.items : [block.text],
      )
      expect(read.join(' ').replace(/\s+/g, '')).toBe(page.replace(/\s+/g, ''))
    }),
  )
})
