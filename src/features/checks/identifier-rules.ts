import { isoDate } from '../../shared/date.ts'

/* Fed. R. Civ. P. 5.2 and Fed. R. Bankr. P. 9037 let filings show the last four digits of numbers, and the year of a birth. */

export interface Identifier {
  label: string
  /** Offsets into the text; `end` is exclusive. */
  start: number
  end: number
  masked: string
}

interface Rule {
  label: string
  /** The identifier is in the group `id`. */
  pattern: RegExp
  isReal?: (id: string) => boolean
  /** For identifiers of which something other than the last four characters may be shown. */
  mask?: (id: string) => string
}

const MONTH = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`
/** After the word "account", a date is usually that of a payment, and years are those of columns. */
const DATE =
  /^\d{1,2}[- ]\d{1,2}[- ](?:19|20)?\d{2}$|^(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?:19|20)\d{2}$|^(?:[- ]?(?:19|20)\d{2})+$/

const GAP = String.raw`(?:\s*(?:\([a-z/]{2,12}\)|\/[a-z]{2,12}))?[\s:#.=()_-]{0,12}`
const ANSWER = String.raw`(?:\?\s{1,4}(?:\d{1,2}\s{1,4})?A[.:]?\s{1,4}(?:it(?:['’]s| is)\s)?)?`
/** Whose number it is, up to the word or sign that announces it. */
const OF = String.raw`(?:\s+of(?:\s+[\w.’']+){1,4}?(?=\s+(?:is|was)\b|\s?:))?`
const NUMBER_WORD = String.raw`(?:[\s(]*(?:bearing\s+|with\s+)?(?:no|num|number|nos|numbers|numbered)\b\.?)?`

const RULES: readonly Rule[] = [
  {
    label: 'Social Security number',
    // A line may end after a hyphen, and letters may be set wide apart. Medicare adds a letter.
    pattern:
      /(?<![\w-])(?<id>\d{3}(?:( - | )\d{2}\2|-\s{0,3}\d{2}-\s{0,3})\d{4}|(?:\d ){3}- (?:\d ){2}-(?: \d){4})(?=[A-DMTW]\d?\b|(?![\w-]))/g,
    isReal: isSocialSecurityNumber,
  },
  {
    label: 'Social Security number',
    pattern: words(
      String.raw`SSNs?|S\.S\.N\.|SS(?=\s?#)|social security|soc\. ?sec\.`,
      // Last, one digit in each box of a form.
      String.raw`\d{3}(?:[ .]|\s?-\s?)?\d{2}(?:[ .]|\s?-\s?)?\d{4}|(?:\d[ -]{1,3}){8}\d`,
    ),
    isReal: isSocialSecurityNumber,
  },
  {
    label: 'Taxpayer identification number',
    pattern:
      /(?<![\w-])(?<id>9\d{2}( - |[- ])(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\2\d{4})(?![\w-])/g,
  },
  {
    label: 'Taxpayer identification number',
    pattern: words(
      String.raw`F?EIN|F\.?E\.I\.N\.|ITIN|TIN|tax(?:payer)?(?: identification)?(?: I\.?D\b\.?)?|federal ID|employer (?:identification|ID)`,
      String.raw`\d{2}-\d{7}|\d{9}|9\d{2}-\d{2}-\d{4}`,
    ),
  },
  {
    label: 'Card number',
    pattern:
      /(?<![\w.-])(?<id>[2-6]\d{3}(?:[.-]?\s{0,2}\d{4}){3}|3[04678]\d{2}[.-]?\s{0,2}\d{6}[.-]?\s{0,2}\d{4,5})(?![\w-]|\.\d)/g,
    isReal: isCardNumber,
  },
  {
    label: 'Account number',
    pattern: words(
      String.raw`(?:accounts?|accts?|a/c|loan(?= (?:no|num|#)))\b\.?`,
      String.raw`[A-Z]{0,3}\d[\d -]{4,24}\d`,
    ),
    isReal: (id) => digitsOf(id).length >= 6 && !DATE.test(id),
  },
  {
    label: 'Account number (IBAN)',
    pattern: /(?<!\w)(?<id>[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)(?!\w)/g,
    isReal: isIban,
  },
  {
    label: 'Date of birth',
    pattern: words(
      String.raw`date of birth|birth\s?da(?:te|y)|d[./]?o[./]?b\b\.?|d o b\b|born(?: (?:in|at) [a-z\s,.]{2,40}?)?(?: on(?: or about)?)?`,
      String.raw`\d{4}-\d{2}-\d{2}|\d{1,2}[./ -]\d{1,2}[./ -](?:\d{4}|\d{2}(?!\d))|\d{8}|${MONTH}\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{1,2}[\s-]+${MONTH}[\s-]+\d{4}|the\s+\d{1,2}(?:st|nd|rd|th)?\s+(?:day\s+)?of\s+${MONTH},?\s+\d{4}`,
    ),
    isReal: isDay,
    mask: maskDay,
  },
  {
    label: 'Driver’s license number',
    pattern: words(
      String.raw`(?:driver|operator)['’]?s?['’]? lic(?:en[sc]e|\b\.?)|C?DL(?=\s?[#:]| no\b|\s[A-Z]?\d{6})`,
      String.raw`(?:[A-Z]{2} )?[A-Z]{0,2}[ -]?\d(?:[ -]?\d){4,13}`,
    ),
  },
  {
    label: 'Passport number',
    pattern: words('passport', String.raw`[A-Z]{0,2}\d{6,9}`),
  },
]

/** Matches a number only after one of these labels; a line may break between any two words. */
function words(names: string, id: string): RegExp {
  return new RegExp(
    `(?<![a-z])(?:${names.replaceAll(' ', '[\\s-]+')})${NUMBER_WORD}${OF}${GAP}${ANSWER}(?:,\\s(?:which|that)\\s)?(?:(?:is|was|as|of)\\s)?(?<id>${id})(?![\\w])`,
    'gi',
  )
}

export function findIdentifiers(written: string): Identifier[] {
  const identifiers: Identifier[] = []
  // Word processors and some fonts use other characters for the hyphen; recognition takes digits for letters.
  const text = written
    .replace(/[‐‑–−]/g, '-')
    .replace(/(?<!\w)(?=\D{0,9}\d)[\dIlO]{3}-[\dIlO]{2}-[\dIlO]{4}(?!\w)/g, (id) =>
      id.replaceAll('O', '0').replace(/[Il]/g, '1'),
    )
  for (const { label, pattern, isReal, mask: hide = mask } of RULES) {
    for (const match of text.matchAll(pattern)) {
      const id = match.groups?.id ?? ''
      const start = match.index + match[0].lastIndexOf(id)
      const end = start + id.length
      const isTaken = identifiers.some((other) => start < other.end && other.start < end)
      if (!isTaken && (isReal?.(id) ?? true))
        identifiers.push({ label, start, end, masked: hide(id) })
    }
  }
  return identifiers.sort((a, b) => a.start - b.start)
}

const SHOWN = 4

export function mask(id: string): string {
  const isShown = (at: number) => id.slice(at).replace(/[^\p{L}\p{N}]/gu, '').length <= SHOWN
  return id.replace(/[\p{L}\p{N}]/gu, (character, at: number) => (isShown(at) ? character : 'x'))
}

function maskDay(day: string): string {
  if (/^\d{4}-/.test(day)) return `${day.slice(0, 4)}-xx-xx`
  return day.replace(/[\p{L}\p{N}](?=.*[^\p{N}]|\d{4})/gu, 'x')
}

const digitsOf = (id: string) => id.replace(/\D/g, '')

/** Excludes numbers that the Social Security Administration never issues. */
function isSocialSecurityNumber(id: string): boolean {
  const digits = digitsOf(id)
  return !/^(?:000|666|9)/.test(digits) && digits.slice(3, 5) !== '00' && digits.slice(5) !== '0000'
}

/** ISO/IEC 7812-1, annex B (Luhn), and the first digits of the networks. Three lines are a column of other numbers. */
function isCardNumber(id: string): boolean {
  const digits = digitsOf(id)
  const isNetwork =
    /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|4[4-9]|5)\d+|3(?:0|6|8)\d{12})$/
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return isNetwork.test(digits) && sum % 10 === 0 && id.split('\n').length < 3
}

/** ISO 13616: the number modulo 97 is 1. */
function isIban(id: string): boolean {
  const plain = id.replaceAll(' ', '')
  const numbers = [...plain.slice(4), ...plain.slice(0, 4)].map((c) => Number.parseInt(c, 36))
  return BigInt(numbers.join('')) % 97n === 1n
}

function isDay(written: string): boolean {
  const [, month = '', day = '', year = ''] =
    /^(\d{1,2})[./ -]?(\d{1,2})[./ -]?(\d{2,4})$/.exec(written) ?? []
  if (!month) return true
  const long = year.length === 4 ? year : `19${year}`
  return isoDate(`${month}/${day}/${long}`) !== undefined
}
