import { readable, readReference, titleFromFileName } from '../../../shared/naming-rules.ts'
import { MAX_NUMBER } from '../../../shared/number-rules.ts'
import type { FileReading } from '../../checks/finding-rules.ts'
import { hasDocketNumber, ownStamp } from '../../checks/stamp-rules.ts'

export interface ReadFile {
  name: string
  sha256: string
  reading: Pick<FileReading, 'stamps' | 'heading'>
}

export interface FilePlace {
  file: number
  /** The docket number, or empty if unknown. */
  number: string
  /** 0 is the main document; null is an attachment of unknown number. */
  attachment: number | null
  /** `Exhibit A` is not always attachment 1: the docket text may list it as another. */
  isLabel: boolean
  filedOn: string
  isStamped: boolean
  words: string
  heading: string
}

/** Goes by the stamp, then by the file’s name, then by the first page. */
export function placeOf(file: ReadFile, index: number, caseNumber: string): FilePlace {
  const { heading, stamps } = file.reading
  const stem = file.name.replace(/\.pdf$/i, '')
  const named = readReference(file.name)
  const exhibit = readExhibit(named?.words ?? stem) ?? (named ? undefined : readExhibit(heading))
  const words =
    exhibit?.title ?? named?.words ?? (isPlain(stem) ? '' : titleFromFileName(file.name))
  const stamp = ownStamp(stamps, caseNumber)
  const filedOn = stamp?.filedOn ?? ''
  const about = { file: index, words, heading, filedOn, isStamped: false, isLabel: false }
  const stamped = docketNumber(stamp?.entryNumber)
  if (stamp && stamped && (hasDocketNumber(stamp) || !named)) {
    return { ...about, isStamped: true, number: stamped, attachment: stamp.attachmentNumber }
  }
  // `45 Exhibit A` is an attachment, although its name has no attachment number.
  const attachment = named?.attachmentNumber || (exhibit ? exhibit.number : 0)
  const isLabel = !named?.attachmentNumber && exhibit !== undefined && !/^att/i.test(words)
  return { ...about, isLabel, number: docketNumber(named?.entryNumber), attachment }
}

function docketNumber(read: string | number = ''): string {
  const number = Number(read)
  return number >= 1 && number <= MAX_NUMBER ? String(number) : ''
}

const EXHIBIT =
  /^(exhibits?|exh|ex|attachment|att|appendix|app|proposed[\s_-]order)[\s._#-]*(?:no\.?\s*)?((?:\d{1,3}|[a-z]{1,2})(?:-(?:\d{1,2}|[a-z]))?)?(?![a-z0-9])[\s._–—:-]*(.*)$/i
/** These look like exhibits but are separate filings. */
const NO_EXHIBIT = /^(?:ex[\s_-]*parte|exhibits?[\s_-]+(?:and|list|index)|exh?$)(?![a-z])/i

/** Reads `exhibit1`, `Ex A`, `Exhibit_B - Lease`. The number is null if the label does not give one. */
function readExhibit(text: string): { number: number | null; title: string } | undefined {
  const [, kind, label = '', rest = ''] = EXHIBIT.exec(text) ?? []
  if (!kind || NO_EXHIBIT.test(text)) return undefined
  const word = /^ex/i.test(kind) ? 'Exhibit' : /^att/i.test(kind) ? 'Attachment' : readable(kind)
  const called = [word === 'App' || word === 'app' ? 'Appendix' : word, label.toUpperCase()]
  const title = [called.join(' ').trim(), readable(rest)].filter(Boolean).join(': ')
  if (/^\d+$/.test(label)) return { number: Number(label) || null, title }
  return { number: label.length === 1 ? label.toUpperCase().charCodeAt(0) - 64 : null, title }
}

export const isNamedMain = ({ words }: FilePlace) => /^main(?: (?:document|doc))?$/i.test(words)

/** A generic name assigned by a scanner or a browser. */
const isPlain = (stem: string) =>
  /^(?:scan|document|doc|file|untitled|download)?[\s_()\d-]*$/i.test(stem)
