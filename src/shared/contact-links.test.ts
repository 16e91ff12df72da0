import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkContacts } from './contact-links.ts'

test.each([
  ['Jane Roe, (212) 555-0142.', '(212) 555-0142 tel:+12125550142'],
  ['212-555-0142 or', '212-555-0142 tel:+12125550142'],
  ['1-800-555-0199', '1-800-555-0199 tel:+18005550199'],
  ['London +44 20 7946 0958', '+44 20 7946 0958 tel:+442079460958'],
  ['Write to a@example.org, or call', 'a@example.org mailto:a@example.org'],
  ['No. 1:26-cv-01234, ECF 45-2, 12/15/2026, $1,250,000, SSN 123-45-6789', ''],
  ['a@b', ''],
])('%j', (text, expected) => {
  const links = linkContacts(text).flatMap((part) => (part.href ? [part] : []))
  expect(links.map(({ text, href }) => `${text} ${href}`).join(', ')).toBe(expected)
})

test('nothing of the text is lost, and no link is of another kind', () => {
  const contact = fc.constantFrom('a@b.co', '(212) 555-0142', '+44 20 7946 0958')
  const word = fc.oneof(fc.string(), contact)
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join(' ')
      const parts = linkContacts(text)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      for (const { href = 'tel:+1' } of parts) expect(href).toMatch(/^(?:mailto:\S+@|tel:\+\d)/)
    }),
  )
})
