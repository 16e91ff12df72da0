/** The lookbehind lets the search begin once for each run of characters, so that its time grows with the text's length. */
const EMAIL = String.raw`(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+`
/** An American number, with or without country code, or any other with its country code. */
const PHONE = String.raw`(?<![\w+])(?:(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}|\+(?!1)\d{1,3}(?:[ .-]?\d){7,12})(?![\w-])`
const CONTACT = new RegExp(`(${EMAIL}|${PHONE})`)

/** Splits a text at its e-mail addresses and phone numbers, which get links (RFC 6068, RFC 3966). */
export const linkContacts = (text: string): { text: string; href?: string }[] =>
  text
    .split(CONTACT)
    .map((part, at) => (at % 2 === 0 ? { text: part } : { text: part, href: hrefOf(part) }))
    .filter((part) => part.text !== '')

function hrefOf(written: string): string {
  if (written.includes('@')) return `mailto:${written}`
  const digits = written.replace(/\D/g, '')
  const hasCountry = written.startsWith('+') || digits.length === 11
  return `tel:+${hasCountry ? '' : '1'}${digits}`
}
