import fc from 'fast-check'
import addressparser from 'nodemailer/lib/addressparser'
import { describe, expect, test } from 'vitest'
import { maskAddress, parseMailbox } from './rules.ts'

/* Addresses as people and attackers type them; many are named after the collection they come from. */

const letters = (count: number) => 'x'.repeat(count)
const long253 = `${letters(63)}.${letters(63)}.${letters(63)}.${letters(57)}.ab` // 252 octets: 1 + @ + 252 = 254

/** What it tests, the address as typed, and the key it is found by if that differs. */
const acceptedAddresses: [string, string, string?][] = [
  ['simplest', 'a@b.co'],
  ['tag', 'disposable.style.email.with+symbol@example.com'],
  ['Wikipedia: trailing hyphen', 'user-@example.org'],
  ['RFC 3696: $', '$A12345@example.com', '$a12345@example.com'],
  ['isemail: every atext', "!#$%&'*+-/=?^_`{|}~@iana.org"],
  ['isemail: one-letter top level', 'test@iana.a'],
  ['isemail: hyphen in the top level', 'test@iana.co-uk'],
  ['isemail: 64 octets before the @', `${letters(64)}@iana.org`],
  ['isemail: label of 63', `test@${letters(63)}.com`],
  ['isemail: 254 octets', `a@${long253}`],
  ['O’Hara with a plain apostrophe', "O'Hara@example.ie", "o'hara@example.ie"],
  ['upper case', 'JANE.DOE@EXAMPLE.COM', 'jane.doe@example.com'],
  ['spaces around', '  jane@example.com\t', 'jane@example.com'],
  ['no-break space from a copied page', '\u00a0jane@example.com\u00a0', 'jane@example.com'],
  ['IDN', 'info@jõgeva.ee', 'info@xn--jgeva-dua.ee'],
  ['IDN upper case', 'info@JÕGEVA.ee', 'info@xn--jgeva-dua.ee'],
  ['IDN with ß', 'a@straße.de', 'a@xn--strae-oqa.de'],
  ['IDN everywhere', 'test@παράδειγμα.δοκιμή', 'test@xn--hxajbheg2az3al.xn--jxalpdlp'],
  ['IDN right to left', 'a@אבג.com', 'a@xn--4dbcd.com'],
  ['both forms in one domain', 'a@ü.xn--p1ai', 'a@xn--tda.xn--p1ai'],
]

const refusedAddresses: [string, string][] = [
  ['nothing', ''],
  ['no @', 'Abc.example.com'],
  ['no local part', '@iana.org'],
  ['no domain', 'test@'],
  ['two @', 'A@b@c.com'],
  ['one label', 'admin@mailserver1'],
  ['dot first', '.test@iana.org'],
  ['two dots', 'first..last@iana.org'],
  ['domain: dot first', 'test@.iana.org'],
  ['domain: two dots', 'test@iana..com'],
  ['domain: hyphen first', 'test@-iana.org'],
  ['domain: hyphen last', 'test@iana-.com'],
  ['domain: underscore', 'i.like@but_they_are_not_allowed.com'],
  ['domain: path', 'test@iana.org/path'],
  ['top level of digits', 'test@iana.123'],
  ['IPv4 without brackets', 'test@255.255.255.255'],
  ['IPv4 in hexadecimal', 'test@example.0x1f'],
  ['address literal', 'jsmith@[192.168.2.1]'],
  ['IPv6 literal', 'first.last@[IPv6:2001:db8::1]'],
  ['65 octets before the @', `${letters(65)}@iana.org`],
  ['label of 64', `test@${letters(64)}.com`],
  ['255 octets', `ab@${long253}`],
  ['255 octets only in the ASCII form', `a@${`${letters(63)}.`.repeat(3)}${'ü'.repeat(55)}.abc`],
  ['IDN label over 63 in its ASCII form', `a@${'ü'.repeat(62)}.com`],
  ['very long', `a@${'b.'.repeat(100_000)}com`],
  ['a hundred thousand spaces', `${' '.repeat(100_000)}a`],
  ['quoted', '"john..doe"@example.org'],
  ['comment first', '(comment)test@iana.org'],
  ['display name', 'Jane Doe <jane@example.com>'],
  ['source route', '@hosta.int,@jkl.org:userc@d.bar.org'],
  ['group', 'A Group:Ed Jones <joe@where.test>,john@example.com;'],
  ['list with comma', 'a@example.com,b@example.com'],
  ['list with semicolon', 'a@example.com;b@example.com'],
  ['mailto', 'mailto:jane@example.com'],
  ['no-break space inside', 'te\u00a0st@iana.org'],
  ['line feed last', 'test@iana.org\n'],
  ['header injection', 'test@iana.org\r\nBcc: everyone@example.com'],
  ['folding', 'test@iana\r\n .org'],
  ['SMTP command injection', 'test@iana.org>\r\nRCPT TO:<b@example.com'],
  ['NUL', 'te\0st@iana.org'],
  ['DEL', 'test\u007f@iana.org'],
  ['byte order mark', '\ufefftest@iana.org'],
  ['soft hyphen in the domain', 'test@ia\u00adna.org'],
  ['right-to-left override', 'test@\u202egro.anai'],
  ['lone surrogate before the @', 'te\ud800st@iana.org'],
  ['replacement character', 'te\ufffdst@iana.org'],
  ['local part not ASCII', 'jõgeva@example.com'],
  ['local part with an emoji', '👍@example.com'],
  ['full-width @', 'test＠iana.org'],
  ['ideographic full stop', 'test@例え。jp'],
  ['percent escape beside an IDN', 'test@ä%41.com'],
  ['slash beside an IDN', 'test@ä/b.com'],
  ['xn-- that decodes to nothing', 'test@xn--a.com'],
  ['mixed directions in one label', 'test@1אבג.com'],
]

test.each(acceptedAddresses)('accepted: %s: %j', (_, typed, key) => {
  const address = typed.trim()
  expect(parseMailbox(typed)).toEqual({ accepted: true, address, key: key ?? address })
})

test.each(refusedAddresses)('refused, with a sentence: %s: %j', (_, typed) => {
  const reason = expect.stringMatching(/^[A-Z].*\.$/)
  expect(parseMailbox(typed)).toEqual({ accepted: false, reason })
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
        const mailbox = { address: parsed.address, name: '' }
        expect(addressparser(parsed.address, { flatten: true })).toEqual([mailbox])
        expect(parsed.key).toMatch(/^[!-~]{3,254}$/)
        const { key } = parsed
        expect(parseMailbox(key)).toEqual({ accepted: true, address: key, key })
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
  ['jörg@example.com', /without accents/],
  ['jane@example', /Enter an e-mail address like name@example.com/],
])('the sentence for %j names the trouble', (typed, sentence) => {
  expect(parseMailbox(typed)).toMatchObject({ reason: expect.stringMatching(sentence) })
})

test.each([
  ['ada.lovelace@example.com', 'a•••@example.com'],
  ['adalovelace@müller.de', 'a•••@müller.de'],
  ['ada@example.com', '•••@example.com'],
  ['a@example.com', '•••@example.com'],
])('%s is shown as %s', (email, masked) => {
  expect(maskAddress(email)).toBe(masked)
})
