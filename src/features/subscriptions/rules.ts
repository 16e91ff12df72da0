import { domainToASCII, domainToUnicode } from 'node:url'

export type ParsedAddress =
  | {
      accepted: true
      /** What was typed, trimmed; mail goes to this form. */
      address: string
      /** Lowercase, with the domain in ASCII form; two addresses with the same key are one mailbox. */
      key: string
    }
  | { accepted: false; reason: string }

/** In octets: RFC 5321 4.5.3.1; for the whole address, RFC 3696 erratum 1690. */
const max = { local: 64, label: 63, address: 254 }

const spacesAround = /^[ \t\u00a0]+|(?<![ \t\u00a0])[ \t\u00a0]+$/g
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\ufffd]/u
const dotAtom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

const sentences = {
  empty: 'Enter your e-mail address.',
  hidden: 'The address contains a line break or another invisible character.',
  several: 'Enter only one address.',
  decorated: 'Enter the address alone, without a name, quotation marks, brackets, or comments.',
  space: 'An e-mail address cannot contain spaces.',
  noAt: 'An e-mail address has one @ sign, like name@example.com.',
  local: 'The part before the @ sign is not valid.',
  foreignLocal:
    'The part before the @ sign contains a letter that some mail servers do not accept. Please use an address without accents or special letters there.',
  longLocal: 'The part before the @ sign is too long.',
  domain: 'Enter an e-mail address like name@example.com.',
  long: 'The address is too long.',
}

/**
 * Accepts one mailbox that a mail server could deliver to (CONTRACT section 3): a dot-atom and a domain name. Everything
 * else that RFC 5322 allows is refused, because programs parse it differently and it could hide a list.
 */
export function parseMailbox(typed: string): ParsedAddress {
  // First, so that no pattern below ever runs on a long string.
  if (typed.length > 4 * max.address) return { accepted: false, reason: sentences.long }
  const address = typed.replace(spacesAround, '')
  const reason = plainAddressProblem(address)
  if (reason) return { accepted: false, reason }
  const [local = '', domain = ''] = address.split('@')
  const asciiDomain = asciiFormOf(domain)
  const problem = localPartProblem(local)
  if (problem) return { accepted: false, reason: problem }
  if (asciiDomain === undefined) return { accepted: false, reason: sentences.domain }
  const key = `${local}@${asciiDomain}`.toLowerCase()
  if (key.length > max.address) return { accepted: false, reason: sentences.long }
  return { accepted: true, address, key }
}

/** Only for rate limits: most providers ignore a tag after a plus sign, and Gmail ignores dots. */
export function mailboxKey(key: string): string {
  const [tagged = '', domain = ''] = key.split('@')
  const local = tagged.replace(/(?!^)\+.*$/, '')
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${local}@${domain}`
  return `${local.replaceAll('.', '')}@gmail.com`
}

function plainAddressProblem(address: string): string | undefined {
  if (address === '') return sentences.empty
  if (hidden.test(address)) return sentences.hidden
  if (/[,;]/.test(address)) return sentences.several
  if (/["()<>[\]\\:]/.test(address)) return sentences.decorated
  if (/\s/.test(address)) return sentences.space
  if (address.split('@').length !== 2) return sentences.noAt
  return undefined
}

function localPartProblem(local: string): string | undefined {
  // RFC 6531 addresses need SMTPUTF8 on every server along the way, so mail to them would often be lost.
  if (/[^\0-\x7f]/.test(local)) return sentences.foreignLocal
  if (!dotAtom.test(local)) return sentences.local
  if (local.length > max.local) return sentences.longLocal
  return undefined
}

/** The domain in DNS form, lowercase; undefined if it is not a host name of two or more labels. */
function asciiFormOf(domain: string): string | undefined {
  const ascii = domainToASCII(domain)
  const labels = ascii.split('.')
  if (labels.length < 2 || !labels.every(isLabel)) return undefined
  // A numeric last label makes it an IP address in some notation (WHATWG URL, "ends in a number").
  if (/^\d+$/.test(labels.at(-1) ?? '')) return undefined
  const typed = domain.normalize('NFC').toLowerCase().split('.')
  return typed.length === labels.length &&
    labels.every((label, i) => isSameHost(label, typed[i] ?? ''))
    ? ascii
    : undefined
}

/** Compatibility forms (full-width letters, percent escapes) must not turn into a different domain than the one typed. */
function isSameHost(asciiLabel: string, typedLabel: string): boolean {
  return asciiLabel === typedLabel || domainToUnicode(asciiLabel) === typedLabel
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
