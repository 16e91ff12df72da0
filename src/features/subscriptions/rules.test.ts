import fc from 'fast-check'
import addressparser from 'nodemailer/lib/addressparser'
import { describe, expect, test } from 'vitest'
import { acceptedAddresses, refusedAddresses } from '../../../test/support/addresses.ts'
import { expectSteadyGrowth } from '../../../test/support/growth.ts'
import { maskAddress, parseMailbox } from './rules.ts'

describe('accepted', () => {
  test.each(acceptedAddresses)('%s: %j', (_, typed, key) => {
    const address = typed.replace(/^[ \t\u00a0]+|[ \t\u00a0]+$/g, '')
    expect(parseMailbox(typed)).toEqual({ accepted: true, address, key: key ?? address })
  })
})

describe('refused, with a sentence', () => {
  test.each(refusedAddresses)('%s: %j', (_, typed) => {
    const parsed = parseMailbox(typed)
    expect(parsed).toEqual({ accepted: false, reason: expect.stringMatching(/^[A-Z].*\.$/) })
  })
})

const nearlyAddresses = fc.oneof(
  fc.emailAddress(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'aB.-_@"<>()[],;: \\\r\n\0\u00a0é。＠xn-1') }),
  fc
    .tuple(fc.string({ unit: 'grapheme' }), fc.domain())
    .map(([local, domain]) => `${local}@${domain}`),
  fc
    .tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom('com', 'рф', 'co.uk'))
    .map(([name, top]) => `clerk@${name}.${top}`),
  fc
    .tuple(fc.emailAddress(), fc.nat(60), fc.string({ unit: 'binary', maxLength: 2 }))
    .map(([address, at, odd]) => address.slice(0, at) + odd + address.slice(at)),
)

describe('whatever is typed', () => {
  test('an accepted address is one mailbox, to us and to the mail library', () => {
    let count = 0
    fc.assert(
      fc.property(nearlyAddresses, (typed) => {
        const parsed = parseMailbox(typed)
        if (!parsed.accepted) return
        count += 1
        expect(parsed.address).not.toMatch(/[\s\p{Cc}\p{Cf}\p{Cs}]/u)
        expect(parsed.address.split('@')).toHaveLength(2)
        expect(typed.trim()).toBe(parsed.address)
        expect(addressparser(parsed.address, { flatten: true })).toEqual([
          { address: parsed.address, name: '' },
        ])
        expect(parsed.key).toMatch(/^[!-~]{3,254}$/)
        expect(parseMailbox(parsed.key)).toEqual({
          accepted: true,
          address: parsed.key,
          key: parsed.key,
        })
      }),
      { numRuns: 1500 },
    )
    expect(count).toBeGreaterThan(150)
  })

  test('letter case and the form of the domain make no second mailbox', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (typed) => {
        const lower = parseMailbox(typed.toLowerCase())
        const upper = parseMailbox(typed.toUpperCase())
        if (lower.accepted && upper.accepted) expect(upper.key).toBe(lower.key)
        expect(upper.accepted).toBe(lower.accepted)
      }),
    )
  })
})

test.each([
  ['', /Enter your e-mail address/],
  ['jane@example.com\r\nBcc: x@example.com', /invisible character/],
  ['ja\u200bne@example.com', /invisible character/],
  ['jane@example.com, joe@example.com', /only one address/],
  ['Jane <jane@example.com>', /address alone/],
  ['jane doe@example.com', /cannot contain spaces/],
  ['jane.example.com', /one @ sign/],
  ['jane.@example.com', /before the @ sign is not valid/],
  ['jörg@example.com', /without accents/],
  ['jane@example', /Enter an e-mail address like name@example.com/],
])('the sentence for %j names the trouble', (typed, sentence) => {
  expect(parseMailbox(typed)).toMatchObject({
    accepted: false,
    reason: expect.stringMatching(sentence),
  })
})

test.each([
  ['ada.lovelace@example.com', 'a•••@example.com'],
  ['adalovelace@müller.de', 'a•••@müller.de'],
  ['ada@example.com', '•••@example.com'],
  ['a@example.com', '•••@example.com'],
])('%s is shown as %s', (email, masked) => {
  expect(maskAddress(email)).toBe(masked)
})

test.each([' ', '\t', '.', 'a.', '-', '@', 'a@', '+'])(
  'an address of %j is refused in linear time',
  (piece) => {
    expectSteadyGrowth((text) => parseMailbox(`x${text}x`), piece)
  },
)
