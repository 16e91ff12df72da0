import { oneLine } from './clean-text.ts'

/*
 * CM/ECF's list of attachments, in the forms courts use: `(Attachments: # 1 Exhibit A, # 2 Text of Proposed Order)`,
 * `(Attachments: # 1 Exhibit A# 2 Exhibit B)`, `# (1)`, `# [1]`, and, as bankruptcy notices are often copied,
 * `(Attachments: (1) Exhibit A (2) Exhibit B)`. A title may have parentheses, commas and number signs of its own. Later ones have a
 * list of their own: `(Additional attachment(s) added on 2/8/2026: # 3 C)`.
 */

const START = /\((?:additional )?attachments?(?:\(s\))?(?: added on [\d/]{6,10})?:\s*(?=#|\(1\))/gi
/** `# 2 `, `#2 `, `# (2) `, `# [2] `, with the comma before it. */
const MARK = /([,;]?)\s*#\s*(?:[([](\d{1,5})[)\]]|(\d{1,5}))(?=[\s:]|$)[\s:]*/g
const MARK_WITHOUT_SIGN = /(,?)\s*\((\d{1,5})\)(?=[\s:]|$)[\s:]*/g

export type AttachmentTitles = ReadonlyMap<number, string>

/** The largest filings have fewer than 300 attachments; each is compared with each file's name. */
const MAX_TITLES = 1000

export function readAttachments(text: string): AttachmentTitles {
  const titles = new Map<number, string>()
  let last = 0
  for (const list of attachmentLists(text)) {
    const marks = readMarks(list, last)
    for (const [index, { number, to }] of marks.entries()) {
      const title = list.slice(to, marks[index + 1]?.from ?? list.length)
      const trimmed = oneLine(title).replace(/^[\s,;]+|(?<![\s,;])[\s,;]+$/g, '')
      if (trimmed && titles.size < MAX_TITLES) titles.set(number, trimmed)
      last = number
    }
  }
  return titles
}

/** The text between the parentheses of each list, or the rest of it if cut off. */
function* attachmentLists(text: string) {
  let end = 0
  for (const start of text.matchAll(START)) {
    if (start.index < end || (end > 0 && !/^.additional/i.test(start[0]))) continue
    const from = start.index + start[0].length
    end = closingParenthesis(text, from)
    // MARK would try each of several spaces in a row.
    yield text.slice(from, end).replace(/\s+/g, ' ')
  }
}

function closingParenthesis(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

/** Numbers ascend. A number sign in a title (`Claim #152`, `Doc # 4142`) is a mark only if it could be the next number. */
function readMarks(list: string, before: number) {
  const marks: { number: number; from: number; to: number }[] = []
  for (const match of list.matchAll(list.startsWith('#') ? MARK : MARK_WITHOUT_SIGN)) {
    const [whole, comma = '', bracketed, plain] = match
    const number = Number(bracketed ?? plain)
    const last = marks.at(-1)?.number ?? before
    const isNext = number === last + 1
    const isListed = match.index === 0 || comma !== ''
    if (number > last && (isNext || isListed)) {
      marks.push({ number, from: match.index, to: match.index + whole.length })
    }
  }
  return marks
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Finds the full title, or else the only title that is a prefix of the file name or has it as a prefix. */
export function attachmentMatcher(titles: AttachmentTitles) {
  const all = Array.from(titles, ([number, title]) => ({ number, title: plain(title) }))
  const listed = all.filter(({ title }) => title)
  const begins = (text: string, part: string) => `${text} `.startsWith(`${part} `)
  return (words: string): number | undefined => {
    const name = plain(words)
    if (name === '') return undefined
    const same = listed.filter(({ title }) => title === name)
    const similar = listed.filter(({ title }) => begins(name, title) || begins(title, name))
    const matches = same.length > 0 ? same : similar
    return matches.length === 1 ? matches[0]?.number : undefined
  }
}
