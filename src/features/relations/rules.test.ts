import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { expectSteadyGrowth } from '../../../test/support/growth.ts'
import { readReferences } from './rules.ts'

/** `decides 45, refers_to 12` */
const read = (text: string, own: number | null = 500) =>
  readReferences(text, own)
    .map(({ kind, number }) => `${kind} ${number}`)
    .join(', ')

it.each([
  // What an order decides
  ['ORDER granting 14 Motion for Leave to Appear Pro Hac Vice', 'decides 14'],
  ['ORDER granting [14] Motion for Leave', 'decides 14'],
  ['ORDER denying (14) Motion for Leave', 'decides 14'],
  ['ORDER granting in part and denying in part 45 Motion to Compel', 'decides 45'],
  ['MINUTE ORDER denying as moot 45 Motion; granting 46 Motion', 'decides 45, decides 46'],
  ['LETTER ORDER granting 49 Defendants request for an extension', 'decides 49'],
  ['Minute Entry: granting 12 Motion to Seal', 'decides 12'],
  ['Order Signed on 2/4/2010 Authorizing … (Related Doc # 4142 )', 'decides 4142', 9000],
  ['OPINION AND ORDER re: 30 MOTION to Dismiss . filed by Roe', 'decides 30'],
  // Who responds to what
  ['RESPONSE in Opposition filed by Doe re 71 MOTION to Amend', 'responds_to 71'],
  ['REPLY BRIEF to Opposition to Motion filed by Roe re 71 MOTION', 'responds_to 71'],
  ['BRIEF in Opposition filed by Doe re 98 MOTION to Strike', 'responds_to 98'],
  ['ANSWER to 1 Complaint by Roe', 'responds_to 1'],
  ['AMENDED ANSWER to 1 Complaint by Roe', 'responds_to 1'],
  ['Objection (related document(s) 25, 15 ) filed by Y', 'responds_to 15, responds_to 25'],
  ['RESPONSE re 116 APPEAL by DOE re 107 Order', 'refers_to 107, responds_to 116'],
  // What amends what
  ['AMENDED COMPLAINT amending 1 Complaint, filed by Doe', 'amends 1'],
  ['CORRECTED NOTICE re 12 Notice of Hearing', 'amends 12'],
  // What only mentions another
  ['DECLARATION of A. King re 62 Brief in Opposition', 'refers_to 62'],
  ['Exhibit to 72 Letter,, Exhibit A', 'refers_to 72'],
  ['MOTION to Seal ECF 79 by All Defendants', 'refers_to 79'],
  ['TEXT ORDER: … raised at ECF No. 66. See ECF No. 67.', 'refers_to 66, refers_to 67'],
  ['TEXT ORDER: See ECF Nos. 67, 68 and 69-2.', 'refers_to 67, refers_to 68, refers_to 69'],
  ['REDACTION to 81 Markman Response Brief,,, by Doe', 'refers_to 81'],
  ['Set Deadlines as to 99 MOTION to Strike 81 Brief, 98 MOTION', 'refers_to 98, refers_to 99'],
  ['DOCUMENT re 477 Sealed Document,,,,, 492 Sealed Document,,', 'refers_to 477, refers_to 492'],
  ['NOTICE of Appeal as to 88 Order', 'refers_to 88'],
  ['Affidavit of Service of Order (related document(s): 4237 )', 'refers_to 4237', 9000],
  // What is not signed decides nothing
  ['Received UNSIGNED Order granting 45 Motion to Dismiss', 'refers_to 45'],
  ['Received UNSIGNED Order (related document(s) 45, 46 )', 'refers_to 45, refers_to 46'],
  ['[PROPOSED] ORDER granting 45 Motion to Compel by Acme', 'refers_to 45'],
  ['ORDER [Proposed] granting 45 Motion to Compel', 'refers_to 45'],
  ['Lodged Order granting 45 Motion', 'refers_to 45'],
  ['STIPULATION WITH PROPOSED ORDER granting 45 Motion by Acme', 'refers_to 45'],
  ['Joint Stipulation re 45 MOTION to Compel', 'refers_to 45'],
  ['MOTION for Entry of Order granting 45 Motion', 'refers_to 45'],
  ['NOTICE of Entry of Order granting 45 Motion', 'refers_to 45'],
  ['STIPULATION AND ORDER re 45 Motion. Signed by Judge X', 'decides 45'],
  ['So Ordered Stipulation Signed on 2/16/2010 (Related Doc # 45 )', 'decides 45'],
  ['Judge X: ELECTRONIC ORDER entered granting 45 Motion', 'decides 45'],
  ['ORDER granting 45 Motion for entry of proposed order', 'decides 45'],
  ['MEMORANDUM OPINION AND ORDER denying 45 Motion', 'decides 45'],
  // Numbers of a list
  ['NOTICE of request for (1) REDACTION, (2) Exhibit A', ''],
  ['NOTICE (1) to all (ECF No. 44)', 'refers_to 44'],
  ['ANSWER to (1) Complaint by Roe', 'responds_to 1'],
  // No entry is meant
  ['ORDER granting 30 days to respond to the Complaint', ''],
  ['ORDER under 28 U.S.C. § 1292 and Rule 12(b)(6), on 8/4/2023 at 10:30 AM', ''],
  ['Withdrawal of Claim #152 in the amount of $13,316.46', ''],
  ['ORDER extending the time to 30 days of the entry of this order', ''],
  ['TEXT ORDER: motion to compel (ECF No. 80 in the Lupin Action)', ''],
  ['MOTION to Dismiss (Attachments: # 1 Exhibit to 12 Letter, # 2 ECF No. 13)', ''],
  ['', ''],
])('the references of %s: %s', (text, expected, own = 500) => {
  expect(read(text, own)).toBe(expected)
})

test('an order on any number is found, whatever stands in between', () => {
  const numbers = fc.integer({ min: 1, max: 999_999 })
  const between = fc.constantFrom(' ', ' in part ', '\n', ' as moot  ', ' in part and denying ')
  fc.assert(
    fc.property(numbers, between, (number, words) => {
      const text = `ORDER granting${words}${number} Motion to Compel`
      expect(readReferences(text, null)).toEqual([{ kind: 'decides', number }])
    }),
  )
})

test('whatever the text, each number found is in it, once, and smaller than the entry’s own', () => {
  const marks = ['re', 'ECF No.', 'granting', '(related document(s)', 'to', 'Motion', ',', '[', ')']
  const word = fc.oneof(fc.constantFrom(...marks, '#'), fc.nat(2000).map(String), fc.string())
  const words = fc.array(word, { maxLength: 30 })
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 2000 }), (list, own) => {
      const text = list.join(' ')
      const numbers = readReferences(text, own).map(({ number }) => number)
      expect(new Set(numbers).size).toBe(numbers.length)
      for (const number of numbers) {
        expect(text).toMatch(new RegExp(`(?<!\\d)0*${number}(?!\\d)`))
        expect(number).toBeGreaterThan(0)
        expect(number).toBeLessThan(own)
      }
    }),
  )
})

test.each([
  ...['re 1, ', 'granting ', 'granting in part ', 'denying as moot ', 'in part and ', 'to 12 A '],
  ...['related document(s) 1, 2 ', '1 ', 'to 1 Motion ', 'for 1 Motion to 1 Motion '],
  ...['ECF No. 1, ', 're 1 Motion ', 'to 1 Motion, 2 Motion a', '(Attachments', '[1]'],
  ...[' ', 'A ', '-', '’'],
])('%j repeated is read in linear time, and gives a bounded number of relations', (piece) => {
  expectSteadyGrowth((text) => readReferences(`x${text}x`, null), piece)
  expectSteadyGrowth((text) => readReferences(text, null), piece)
  const numbers = Array.from({ length: 5000 }, (_, number) => number + 1).join(', ')
  expect(readReferences(`re ECF Nos. ${numbers}`, null)).toHaveLength(1000)
})
