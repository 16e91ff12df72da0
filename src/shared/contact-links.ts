interface ContactPart {
  text: string
  /** `mailto:` or `tel:`; undefined for plain text. */
  href?: string
}

/** The lookbehind lets the search begin once for each run of characters, so that its time grows with the text's length. */
const EMAIL = String.raw`(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+`
/** An American number, with or without country code, or any other with its country code. */
const PHONE = String.raw`(?<![\w+])(?:(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}|\+(?!1)\d{1,3}(?:[ .-]?\d){7,12})(?![\w-])`

/** Splits a text at its e-mail addresses and phone numbers, which get links (RFC 6068, RFC 3966). */
export function linkContacts(text: string): ContactPart[] {
  const parts: ContactPart[] = []
  let end = 0
  for (const match of text.matchAll(new RegExp(`(${EMAIL})|${PHONE}`, 'g'))) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    const [written, email] = match
    parts.push({ text: written, href: email ? `mailto:${email}` : telephone(written) })
    end = match.index + written.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

function telephone(written: string): string {
  const digits = written.replace(/\D/g, '')
  const hasCountry = written.startsWith('+') || digits.length === 11
  return `tel:+${hasCountry ? '' : '1'}${digits}`
}
