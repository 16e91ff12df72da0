/*
 * CM/ECF's list of attachments, in the forms courts use: `(Attachments: # 1 Exhibit A, # 2 Text of Proposed Order)`,
 * `(Attachments: # 1 Exhibit A# 2 Exhibit B)`, `(Attachments: # (1) Exhibit A, # (2) Exhibit B)`. A title may have
 * parentheses, commas and number signs of its own.
 */

const START = /\(attachments?:\s*(?=#)/i
/** `# 2 `, `#2 `, `# (2) `, with the comma before it. */
const MARK = /(,?)(?:(?<!\s)\s+)?#(\s*)(?:\((\d{1,5})\)|(\d{1,5}))(?=[\s:]|$)[\s:]*/g

export function readAttachments(text: string): Map<number, string> {
  const list = attachmentList(text)
  const marks = readMarks(list)
  const titles = marks.map(({ number, to }, index): [number, string] => {
    const title = list.slice(to, marks[index + 1]?.from ?? list.length)
    return [number, title.replace(/\s+/g, ' ').replace(/^[\s,]+|(?<![\s,])[\s,]+$/g, '')]
  })
  return new Map(titles.filter(([, title]) => title !== ''))
}

/** The text between the parentheses, or the rest of it if cut off. */
export function attachmentList(text: string): string {
  const start = START.exec(text)
  if (!start) return ''
  const from = start.index + start[0].length
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(from, at)
  }
  return text.slice(from)
}

/** Numbers ascend. A number sign in a title (`Claim #152`, `Doc # 4142`) is a mark only if it could be the next number. */
function readMarks(list: string) {
  const marks: { number: number; from: number; to: number }[] = []
  for (const match of list.matchAll(MARK)) {
    const [whole, comma = '', , bracketed, plain] = match
    const number = Number(bracketed ?? plain)
    const last = marks.at(-1)?.number ?? 0
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

/** Matches the full title, or else the only title that is a prefix of the file name or has it as a prefix. */
export function matchAttachment(
  words: string,
  titles: ReadonlyMap<number, string>,
): number | undefined {
  const name = plain(words)
  if (name === '') return undefined
  const all = [...titles].map(([number, title]) => ({ number, title: plain(title) }))
  const same = all.filter(({ title }) => title === name)
  const begins = (long: string, short: string) => `${long} `.startsWith(`${short} `)
  const alike = all.filter(({ title }) => begins(name, title) || begins(title, name))
  const found = same.length > 0 ? same : alike
  return found.length === 1 ? found[0]?.number : undefined
}
