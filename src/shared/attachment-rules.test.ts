import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachmentMatcher, readAttachments } from './attachment-rules.ts'

const read = (text: string) => [...readAttachments(text)]

test.each([
  ['', ''],
  ['ORDER granting 12 Motion.', ''],
  ['MOTION (Attachments: # 1 Exhibit A, # 2 Exhibit B)', '1 Exhibit A | 2 Exhibit B'],
  ['(Attachments: (1) Form B1 (Cover) (2) Exhibit A) (Doe, J)', '1 Form B1 (Cover) | 2 Exhibit A'],
  ['(Attachments: # 1 Exhibit A (2) pages, # 2 B)', '1 Exhibit A (2) pages | 2 B'],
  ['(Attachment: # 1 Text of Proposed Order)(DOE, J)', '1 Text of Proposed Order'],
  ['(Attachments: # 1 Exhibit A# 2 Exhibit C-1# 3 D)(X)', '1 Exhibit A | 2 Exhibit C-1 | 3 D'],
  ['(Attachments: # (1) Exhibit A, # (2) Order)(Doe, J)', '1 Exhibit A | 2 Order'],
  ['(Attachments: #1 Exhibit A, #2 Exhibit B)', '1 Exhibit A | 2 Exhibit B'],
  ['(Attachments: # 1 A (Ex. 2), # 2 B (C (D)), # 3 E)(X)', '1 A (Ex. 2) | 2 B (C (D)) | 3 E'],
  ['(Attachments: # 1 A. Gallo, Ph.D., # 2 Exhibit)', '1 A. Gallo, Ph.D. | 2 Exhibit'],
  ['(Attachments: # 1 Claim #152 of X, # 2 re Doc # 4142)', '1 Claim #152 of X | 2 re Doc # 4142'],
  ['(Attachments: # 1 Exhibit A,\n\t# 2 Exhibit\n B)', '1 Exhibit A | 2 Exhibit B'],
  ['(Attachments: # 1 Exhibit A, # 2 Exhibit B, # 3 Exh', '1 Exhibit A | 2 Exhibit B | 3 Exh'],
  ['(Attachments: # 1 Exhibit A, # 5 Exhibit E)', '1 Exhibit A | 5 Exhibit E'],
  ['(Attachments: # 1 , # 2 Exhibit B)', '2 Exhibit B'],
  ['(attachments: # 1 affidavit of service)(Burger, Howard)', '1 affidavit of service'],
  ['(Attachments: # [1] Exhibit A, # [2] Order)(Doe, J)', '1 Exhibit A | 2 Order'],
  ['(Attachments: # 1 Exhibit A; # 2 Exhibit B)', '1 Exhibit A | 2 Exhibit B'],
  [
    '(Attachments: # 1 A)(Doe, J) (Additional attachment(s) added on 2/8/2026: # 2 B) (tg). (Additional attachment(s) added on 2/9/2026: # 3 C, # 4 D)',
    '1 A | 2 B | 3 C | 4 D',
  ],
  ['(Doe, J) (Additional attachment(s) added on 2/8/2026: # 1 A)', '1 A'],
  ['(Attachments: # 1 A, # 2 B) replacing (Attachments: # 3 C)', '1 A | 2 B'],
  ['Attachments are listed below: # 1 A', ''],
])('%j: %s', (text, expected) => {
  const titles = read(text).map((one) => one.join(' '))
  expect(titles.join(' | ')).toBe(expected)
})

test('whatever titles the list has, they are read back as they were written', () => {
  // As clerks write them: words, balanced parentheses, commas; no attachment mark.
  const word = fc.stringMatching(/^[A-Za-z][\w.'&/-]{0,12}$/)
  const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '))
  const title = fc.oneof(
    words,
    fc.tuple(words, words).map(([a, b]) => `${a} (${b})`),
    fc.tuple(words, words).map(([a, b]) => `${a}, ${b}`),
    fc.tuple(words, fc.integer({ min: 100, max: 999 })).map(([a, n]) => `${a} Claim #${n}`),
  )
  const entered = '(DOE, JANE) (Entered: 01/02/2026)'
  const list = fc.record({
    titles: fc.array(title, { minLength: 1, maxLength: 40 }),
    separator: fc.constantFrom(', ', '', ' , ', ',\n'),
    mark: fc.constantFrom('# N', '# (N)', '#N'),
    rest: fc.constantFrom('', entered, ' More text. # 99 no attachment'),
  })
  fc.assert(
    fc.property(list, ({ titles, separator, mark, rest }) => {
      const marked = titles.map((one, index) => `${mark.replace('N', `${index + 1}`)} ${one}`)
      const text = `MOTION by Acme (the mover). (Attachments: ${marked.join(separator)})${rest}`
      expect(read(text)).toEqual(titles.map((one, index) => [index + 1, one]))
    }),
  )
})

test('any text at all is read without a failure, in rising order, without empty titles', () => {
  const parts = '(Attachments: |(Attachments: # 1 |# 1|#|(|)|,| |2|Exhibit|\n'
  const piece = fc.constantFrom(...parts.split('|'))
  const pieces = fc.array(piece, { maxLength: 60 }).map((all) => all.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.string(), pieces), (text) => {
      let last = 0
      for (const [number, title] of read(text)) {
        expect(number).toBeGreaterThan(last)
        expect(title).toMatch(/^\S(?:.*\S)?$/s)
        last = number
      }
    }),
  )
})

const titles = new Map([
  [1, 'Exhibit A - Declaration of Jane Roe'],
  [2, 'Exhibit B'],
  [3, 'Exhibit B-1'],
  [4, 'Text of Proposed Order'],
])
test.each([
  ['Exhibit B', 2],
  ['exhibit_b', 2],
  ['Exhibit A', 1],
  ['Text of Proposed Order (final)', 4],
  ['Exhibit', undefined],
  ['Exhibit AB', undefined],
  ['Motion to Compel', undefined],
  ['', undefined],
])('a file named %j is attachment %s', (words, number) =>
  expect(attachmentMatcher(titles)(words)).toBe(number),
)
