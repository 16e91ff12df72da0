import { domainToASCII, domainToUnicode } from 'node:url'

/** In octets: RFC 5321 4.5.3.1; for the whole address, RFC 3696 erratum 1690. */
const max = { label: 63, address: 254 }

const spacesAround = /^[ \t\u00a0]+|(?<![ \t\u00a0])[ \t\u00a0]+$/g
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

/** A dot-atom (RFC 5322) and the characters of a domain, which asciiFormOf checks. */
const ADDRESS =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[^@\s,;"()<>[\]\\:\p{C}\p{Zl}\p{Zp}\ufffd]+$/u

const NOT_AN_ADDRESS = 'Enter an e-mail address like name@example.com.'
// RFC 6531 addresses need SMTPUTF8 on every server along the way, so mail to them would often be lost.
const NOT_ASCII =
  'Enter an address without accents or special letters before the @ sign: some mail servers do not accept them.'

/**
 * Accepts one mailbox that a mail server could deliver to (CONTRACT section 3): a dot-atom and a domain name. Everything
 * else that RFC 5322 allows is refused, because programs parse it differently and it could hide a list.
 * @returns `address`: as typed, trimmed; mail goes to this form. `key`: lowercase, with the domain in ASCII form; two
 * addresses with the same key are one mailbox
 */
export function parseMailbox(typed: string) {
  // First, so that no pattern below ever runs on a long string.
  const address = typed.length > 4 * max.address ? '' : typed.replace(spacesAround, '')
  const [local = '', domain = ''] = ADDRESS.test(address) ? address.split('@') : []
  const asciiDomain = asciiFormOf(domain)
  const key = `${local}@${asciiDomain}`.toLowerCase()
  if (asciiDomain !== undefined && key.length <= max.address) {
    return { accepted: true, address, key } as const
  }
  const reason = /^[^@]*[^\0-\x7f@]/.test(address) ? NOT_ASCII : NOT_AN_ADDRESS
  return { accepted: false, reason } as const
}

/** Only for rate limits: most providers ignore a tag after a plus sign, and Gmail ignores dots. */
export function mailboxKey(key: string): string {
  const [tagged = '', domain = ''] = key.split('@')
  const local = tagged.replace(/(?!^)\+.*$/, '')
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${local}@${domain}`
  return `${local.replaceAll('.', '')}@gmail.com`
}

/** The domain in DNS form, lowercase; undefined if it is not a host name of two or more labels. */
function asciiFormOf(domain: string): string | undefined {
  const ascii = domainToASCII(domain)
  const labels = ascii.split('.')
  if (labels.length < 2 || !labels.every(isLabel)) return undefined
  // A numeric last label makes it an IP address in some notation (WHATWG URL, "ends in a number").
  if (/^\d+$/.test(labels.at(-1) ?? '')) return undefined
  const typed = domain.normalize('NFC').toLowerCase().split('.')
  // Compatibility forms (full-width letters, percent escapes) must not turn into a different domain than the one typed.
  const isTyped = (label: string, i: number) =>
    typed[i] === label || typed[i] === domainToUnicode(label)
  return typed.length === labels.length && labels.every(isTyped) ? ascii : undefined
}

function isLabel(text: string): boolean {
  if (text.length > max.label || !label.test(text)) return false
  return !text.startsWith('xn--') || domainToUnicode(text) !== text
}

/** Enough to recognize your own address, too little to learn someone else's from a forwarded link. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const hint = at > 3 ? email.slice(0, 1) : ''
  return `${hint}•••${email.slice(at)}`
}
