import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchAttachment, readAttachments } from './attachment-rules.ts'

const read = (text: string) => [...readAttachments(text)]

test.each([
  ['', ''],
  ['ORDER granting 12 Motion.', ''],
  ['MOTION (Attachments: # 1 Exhibit A, # 2 Exhibit B)', '1 Exhibit A | 2 Exhibit B'],
  [
    '(Attachments: (1) Form B1040 (Cover Sheet) (2) Exhibit A) (Doe, J)',
    '1 Form B1040 (Cover Sheet) | 2 Exhibit A',
  ],
  ['(Attachments: # 1 Exhibit A (2) pages, # 2 B)', '1 Exhibit A (2) pages | 2 B'],
  ['(Attachment: # 1 Text of Proposed Order)(DOE, J)', '1 Text of Proposed Order'],
  [
    'X. (Attachments: # 1 Exhibit A - Declaration of X, # 2 Text of Proposed Order) (Entered: 1/2/2026)',
    '1 Exhibit A - Declaration of X | 2 Text of Proposed Order',
  ],
  [
    '(Attachments: # 1 Exhibit A# 2 Exhibit C-1# 3 Exhibit D)(Stern, R)',
    '1 Exhibit A | 2 Exhibit C-1 | 3 Exhibit D',
  ],
  [
    '(Attachments: # (1) Exhibit A, # (2) Proposed Order)(Doe, J)',
    '1 Exhibit A | 2 Proposed Order',
  ],
  ['(Attachments: #1 Exhibit A, #2 Exhibit B)', '1 Exhibit A | 2 Exhibit B'],
  [
    '(Attachments: # 1 Exhibit (Pls. Ex. 22), # 2 Exhibit (Pls. Ex. 24 (redacted)), # 3 Certificate)(X)',
    '1 Exhibit (Pls. Ex. 22) | 2 Exhibit (Pls. Ex. 24 (redacted)) | 3 Certificate',
  ],
  [
    '(Attachments: # 1 Declaration of A. Gallo, Ph.D., # 2 Exhibit)',
    '1 Declaration of A. Gallo, Ph.D. | 2 Exhibit',
  ],
  [
    '(Attachments: # 1 Claim #152 of Irving ISD, # 2 Exhibit re Doc # 4142)',
    '1 Claim #152 of Irving ISD | 2 Exhibit re Doc # 4142',
  ],
  ['(Attachments: # 1 Exhibit A,\n\t# 2 Exhibit\n B)', '1 Exhibit A | 2 Exhibit B'],
  ['(Attachments: # 1 Exhibit A, # 2 Exhibit B, # 3 Exh', '1 Exhibit A | 2 Exhibit B | 3 Exh'],
  ['(Attachments: # 1 Exhibit A, # 5 Exhibit E)', '1 Exhibit A | 5 Exhibit E'],
  ['(Attachments: # 1 , # 2 Exhibit B)', '2 Exhibit B'],
  ['(Attachments: # 1 Main Document, # 2 Exhibit)', '1 Main Document | 2 Exhibit'],
  ['(attachments: # 1 affidavit of service)(Burger, Howard)', '1 affidavit of service'],
  ['Attachments are listed below: # 1 A', ''],
])('%j: %s', (text, expected) =>
  expect(
    read(text)
      .map((one) => one.join(' '))
      .join(' | '),
  ).toBe(expected),
)

describe('whatever titles the list has', () => {
  /** A title as clerks write it: words, balanced parentheses, commas; no attachment mark. */
  const word = fc.stringMatching(/^[A-Za-z][\w.'&/-]{0,12}$/)
  const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '))
  const title = fc.oneof(
    words,
    fc.tuple(words, words).map(([a, b]) => `${a} (${b})`),
    fc.tuple(words, words).map(([a, b]) => `${a}, ${b}`),
    fc.tuple(words, fc.integer({ min: 100, max: 999 })).map(([a, n]) => `${a} Claim #${n}`),
  )

  test('they are read back as they were written', () => {
    fc.assert(
      fc.property(
        fc.array(title, { minLength: 1, maxLength: 40 }),
        fc.constantFrom(', ', '', ' , ', ',\n'),
        fc.constantFrom<(n: number) => string>(
          (n) => `# ${n}`,
          (n) => `# (${n})`,
          (n) => `#${n}`,
        ),
        fc.constantFrom('', '(DOE, JANE) (Entered: 01/02/2026)', ' More text. # 99 no attachment'),
        (titles, separator, mark, rest) => {
          const list = titles.map((one, index) => `${mark(index + 1)} ${one}`).join(separator)
          const listed = readAttachments(
            `MOTION by Acme (the mover). (Attachments: ${list})${rest}`,
          )
          expect([...listed]).toEqual(titles.map((one, index) => [index + 1, one]))
        },
      ),
    )
  })

  test('any text at all is read without a failure, in rising order, without empty titles', () => {
    const piece = fc.constantFrom(
      '(Attachments: ',
      '# 1',
      '#',
      '(',
      ')',
      ',',
      ' ',
      '2',
      'Exhibit',
      '\n',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 60 }).map((all) => all.join('')),
        ),
        (text) => {
          const readTitles = read(text)
          const numbers = readTitles.map(([number]) => number)
          expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
          expect(
            readTitles.every(
              ([number, title]) => number > 0 && title.trim() === title && title !== '',
            ),
          ).toBe(true)
        },
      ),
    )
  })

  test('a hostile text of 200,000 characters is read, too', () => {
    for (const part of ['# 1 ', '(', ',', '#', ' ', '(Attachments: ']) {
      expect(read(`(Attachments: # 1 ${part.repeat(200_000 / part.length)}`).length).toBeLessThan(2)
    }
  })
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
  expect(matchAttachment(words, titles)).toBe(number),
)
