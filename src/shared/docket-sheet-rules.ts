import { readAttachments } from './attachment-rules.ts'
import { cutText, oneLine } from './clean-text.ts'
import { isoDate } from './date.ts'
import {
  anyDate,
  DATE,
  type DraftRow,
  draft,
  readDocketRows,
  shortenDescription,
} from './docket-row-rules.ts'
import { filedBy, filingTitle, filingType } from './docket-text-rules.ts'
import { counted } from './number-rules.ts'

/** The fields of an entry form, as text. */
export interface DocketFields {
  /** Without leading zeros; empty for an entry without a number. */
  number: string
  /** YYYY-MM-DD; empty if unknown. */
  filed_on: string
  title: string
  description: string
  type: string
  filed_by: string
}

/** One entry from a pasted docket sheet or notice of electronic filing. */
export interface SheetRow extends DocketFields {
  /** Titles by attachment number. */
  attachments: ReadonlyMap<number, string>
}

export interface DocketSheet {
  rows: SheetRow[]
  /** What was not understood, with line numbers. */
  problems: string[]
}

/** The patterns below go by lines that end in LF, and are slow on text with other line ends. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** Reads a docket sheet, whose rows begin with a number or a date, or notices of electronic filing. */
export function readDocketSheet(pasted: string): DocketSheet {
  // Removes invisible characters, quote and list markers, and the document sizes that circuit courts print.
  const text = pasted
    .replace(LINE_ENDS, '\n')
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/^(?:>[> ]*(?![> ]))?(?:[^\S\n]*[•●◦○▪‣*-][^\S\n]+)?/gm, '')
    .replace(/\b\d{1,5} pgs?, [\d.,]+ [KM]B\b/g, '')
  if (isNotice(text)) return readNotices(text)
  const { drafts, problems } = readDocketRows(text)
  return { rows: drafts.map(finished), problems }
}

/** Reads all of it as one entry. Text without a date must end in `(Entered: 11/22/2026)`; otherwise undefined. */
export function readDocketRow(pasted: string): SheetRow | undefined {
  const { rows } = readDocketSheet(isNotice(pasted) ? pasted : oneLine(pasted))
  const row = rows[0] ?? (ENTERED_LAST.test(pasted) ? finished(draft('', '', pasted)) : undefined)
  return row?.filed_on && row.description ? row : undefined
}

const ENTERED_LAST = /\(Entered:[^()]*\)\s*$/i

const isNotice = (pasted: string) => /^[^\S\n]*docket text:/im.test(pasted)

const FILED_ON = ['filed on:?\\s*', 'on:? '].map((words) => new RegExp(`\\b${words}${DATE}`, 'i'))
/** What courts print after the docket text. */
const BEHIND_TEXT =
  /^[^\S\n]*(?:\S{1,40}[^\S\n]+)?notice (?:has been|will (?:not )?be) |the following document\(s\)|document description:/im

/** Notices that a court's system sends by e-mail after a filing; several may be pasted in a row. */
function readNotices(pasted: string): DocketSheet {
  const rows: SheetRow[] = []
  const problems: string[] = []
  const parts = pasted.split(/(?=the following transaction was)/i)
  const notices = parts.filter((part) => /docket text:/i.test(part))
  const above = parts[0] === notices[0] ? 0 : readDocketRows(parts[0] ?? '').drafts.length
  if (above > 0)
    problems.push(
      `Not read: ${counted(above, 'row')} above the first notice. Paste the docket sheet by itself.`,
    )
  for (const notice of notices) {
    const numbers = notice.matchAll(/document number:\s*(\d{1,12})/gi)
    const [number, ...others] = Array.from(numbers, ([, one]) => one)
    const [, filed] = FILED_ON.map((said) => said.exec(notice)).find(Boolean) ?? []
    const [, filer] = /^[^\S\n]*filer:[ \t]*(\S.*)$/im.exec(notice) ?? []
    const behind = notice.slice(notice.search(/docket text:/i) + 'docket text:'.length).trim()
    const [text = ''] = behind.split(BEHIND_TEXT.test(behind) ? BEHIND_TEXT : /\n[^\S\n]*\n\s*\S/)
    const row = draft(number, filed && anyDate(filed), text)
    if (filer) row.filer = oneLine(filer)
    if (text.trim()) rows.push(finished(row))
    else
      problems.push(`The notice for ${number ? `No. ${number}` : 'an entry'} has no docket text.`)
    const also = others.join(', ')
    if (also)
      problems.push(
        `The notice for No. ${number} also lists ${cutText(also, 100)}. Use this case’s number.`,
      )
  }
  return { rows, problems: shortenDescription(problems) }
}

function finished({ number, filedOn, filer, lines, listed }: DraftRow): SheetRow {
  const description = oneLine(lines.join(' ')).replace(/(?<![\s|])[\s|]+$/, '')
  return {
    number,
    filed_on: filedOn || enteredOn(description),
    title: filingTitle(description),
    description,
    type: filingType(description),
    filed_by: filer ?? filedBy(description),
    attachments: new Map([...readAttachments(description), ...listed]),
  }
}

/** `(Entered: 11/22/2026)`; empty if the text has none. */
export const enteredOn = (text: string) =>
  isoDate(/[([](?:entered|filed):?\s*(\d{1,2}\/\d{1,2}\/\d{2,4})\b/i.exec(text)?.[1] ?? '') ?? ''
