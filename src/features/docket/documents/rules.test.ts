import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileName, type NamedDocument } from './rules.ts'

const motion = { filed_on: '2026-07-30', attachment_number: 0, title: 'Motion to Dismiss' }
const named = (changes: Partial<NamedDocument>) =>
  fileName({ entry_number: 45, ...motion, ...changes })

describe('a file name', () => {
  test.each<[Partial<NamedDocument>, string]>([
    [{}, 'ECF 045 - Motion to Dismiss.pdf'],
    [{ attachment_number: 2, title: 'Exhibit B' }, 'ECF 045-2 - Exhibit B.pdf'],
    [{ entry_number: 1 }, 'ECF 001 - Motion to Dismiss.pdf'],
    [{ entry_number: 1234 }, 'ECF 1234 - Motion to Dismiss.pdf'],
    [{ entry_number: null, title: 'Minute Order' }, '2026-07-30 - Minute Order.pdf'],
    [{ entry_number: null, attachment_number: 1, title: 'A' }, '2026-07-30-1 - A.pdf'],
    [{ title: '' }, 'ECF 045.pdf'],
    [{ title: ' ... ' }, 'ECF 045.pdf'],
    [{ title: 'Exhibit B.PDF' }, 'ECF 045 - Exhibit B.pdf'],
    [{ title: 'Letter: Reply to "Order" A/B?' }, 'ECF 045 - Letter - Reply to Order A-B.pdf'],
    [{ title: 'C:\\Temp\\*.* <x>|y' }, 'ECF 045 - C-Temp-. x-y.pdf'],
    [{ title: '../../etc/passwd' }, 'ECF 045 - etc-passwd.pdf'],
    [{ title: 'A\r\nSet-Cookie: x\t\0' }, 'ECF 045 - A Set-Cookie - x.pdf'],
    [{ title: '\u202efdp.exe\u2066\u200f' }, 'ECF 045 - fdp.exe.pdf'],
    [{ title: 'Re\u0301sume\u0301 – § 1983' }, 'ECF 045 - Résumé – § 1983.pdf'],
    [{ title: '\ud800Order' }, 'ECF 045 - Order.pdf'],
  ])('of %o is %s', (changes, name) => {
    expect(named(changes)).toBe(name)
  })

  test('is cut at a word, without half a character', () => {
    const name = named({ title: 'Memorandum of Law in Support, '.repeat(20) })
    expect(name).toMatch(/^ECF 045 - Memorandum .*(Memorandum|of|Law|in|Support)\.pdf$/)
    expect(name.length).toBeGreaterThan(130)
    expect(name.length).toBeLessThanOrEqual(150)
    expect(named({ title: '\u{1f4c4}'.repeat(100) })).toMatch(/^ECF 045 - (\u{1f4c4})+\.pdf$/u)
    // File systems allow 255 bytes, not 255 characters.
    expect(Buffer.byteLength(named({ title: '東'.repeat(100) }))).toBeLessThanOrEqual(150)
  })

  test('is legal everywhere, whatever the title', () => {
    const maxLength = 300
    const title = fc.oneof(fc.string({ unit: 'binary', maxLength }), fc.string({ maxLength }))
    const numbers = { entry_number: fc.option(fc.nat(20_000)), attachment_number: fc.nat(200) }
    const legal = fc.property(fc.record({ title, ...numbers }), (changes) => {
      const name = named(changes)
      expect(name).toMatch(/^(ECF \d{3,5}|2026-07-30)(-\d+)?( - .*[^ .])?\.pdf$/)
      expect(name).not.toMatch(/[\\/:*?"<>|]|\p{C}| {2}/u)
      expect(name.isWellFormed()).toBe(true)
      expect(name.length).toBeLessThanOrEqual(150)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150)
    })
    fc.assert(legal, { numRuns: 300 })
  })
})
