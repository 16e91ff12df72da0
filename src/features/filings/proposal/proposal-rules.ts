import { attachmentMatcher } from '../../../shared/attachment-rules.ts'
import { oneLine } from '../../../shared/clean-text.ts'
import { limitProblems } from '../../../shared/docket-row-rules.ts'
import { readDocketSheet, type SheetRow } from '../../../shared/docket-sheet-rules.ts'
import { filingTitle, filingType } from '../../../shared/docket-text-rules.ts'
import { attachmentTitle, MAX_TITLE_LENGTH } from '../../../shared/naming-rules.ts'
import { caseKey, isSameCase } from '../../checks/stamp-rules.ts'
import { MAX_FILING_ENTRIES } from '../filing-rules.ts'
import { type FilePlace, isNamedMain, placeOf, type ReadFile } from './file-place-rules.ts'

export interface ProposedDocument {
  /** Index into the list of files. */
  file: number
  attachmentNumber: number
  title: string
}

interface ProposalContext {
  caseNumber: string
  /** YYYY-MM-DD, used if nothing else gives a date. */
  today: string
  rows: readonly SheetRow[]
}

type ProposeInput = Omit<ProposalContext, 'rows'> & {
  files: readonly ReadFile[]
  docketText: string
}

/** Values only: it runs in a thread. */
export function proposeFiling({ files, docketText, caseNumber, today }: ProposeInput) {
  const isOurs = (number: string) => isSameCase(number, caseNumber)
  const { rows, problems } = readDocketSheet(docketText, caseKey(caseNumber) ? isOurs : undefined)
  const { entries, unplaced, notes } =
    files.length > 0
      ? proposeEntries(files, { caseNumber, today, rows })
      : { entries: proposeFromSheet(rows, today), unplaced: [], notes: [] }
  if (entries.length > MAX_FILING_ENTRIES)
    notes.push(`Only the first ${MAX_FILING_ENTRIES} entries are proposed.`)
  return { entries: entries.slice(0, MAX_FILING_ENTRIES), unplaced, notes: [...problems, ...notes] }
}

const MAX_LISTED = 100

/** If there are files, only rows with their numbers are used. @returns what was left out, for the proposal page */
function noteUnused(rows: readonly SheetRow[], entries: readonly { number: string }[]) {
  const used = new Set(entries.map(({ number }) => number))
  const seen = new Set<string>()
  const others: string[] = []
  for (const { number, title } of rows) {
    if (number === '') others.push(`Unnumbered in the docket text: “${title}”.`)
    else if (seen.has(number))
      others.push(`No. ${number} appears again in the docket text: “${title}”.`)
    seen.add(number)
  }
  const unused = [...seen].filter((number) => number !== '' && !used.has(number))
  const list = unused.slice(0, MAX_LISTED).join(', ')
  const left = unused.length > MAX_LISTED ? `, and ${unused.length - MAX_LISTED} more` : ''
  if (list) others.unshift(`In the docket text, but with no file here: ${list}${left}.`)
  return limitProblems(others, MAX_LISTED)
}

/** Files that could not be assigned to an entry are `unplaced`. */
function proposeEntries(files: readonly ReadFile[], context: ProposalContext) {
  const places = files.map((file, index) => placeOf(file, index, context.caseNumber))
  const byNumber = Map.groupBy(places, ({ number }) => number)
  const loose = byNumber.get('') ?? []
  byNumber.delete('')
  const groups = [
    ...[...byNumber].sort(([a], [b]) => Number(a) - Number(b)).map(([, group]) => group),
    ...loose.filter((place) => !isStray(place)).map((place) => [place]),
  ]
  const strays = loose.filter(isStray)
  const unplaced = strays.filter((place) => !addStray(groups, place))
  const byRow = new Map(context.rows.toReversed().map((row) => [row.number, row]))
  const made = groups.map((group) => makeEntry(group, files, { today: context.today, byRow }))
  const entries = made.map(({ entry }) => entry)
  return {
    entries,
    unplaced: [...made.flatMap(({ duplicates }) => duplicates), ...unplaced.map(documentOf)],
    notes: noteUnused(context.rows, entries),
  }
}

/** If there are no files, each row of the docket sheet becomes an entry, the oldest first. */
function proposeFromSheet(rows: readonly SheetRow[], today: string) {
  const isNewestFirst = (rows[0]?.filed_on ?? '') > (rows.at(-1)?.filed_on || 'never')
  return (isNewestFirst ? rows.toReversed() : rows).map(({ attachments, ...fields }) => ({
    ...fields,
    filed_on: fields.filed_on || today,
    guessed: fields.filed_on ? '' : 'filed_on',
    documents: [],
  }))
}

const isStray = (place: FilePlace) => place.attachment !== 0 || isNamedMain(place)

/** Adds the file to the only entry. If there are several, it stays unassigned. */
function addStray(groups: FilePlace[][], place: FilePlace): boolean {
  const [only, ...others] = groups.filter(
    (group) => !isNamedMain(place) || group.every(({ attachment }) => attachment !== 0),
  )
  if (only && others.length === 0) {
    only.push(place)
    return true
  }
  if (groups.length > 0 && !isNamedMain(place)) return false
  groups.push([place])
  return true
}

/** Main document first. A second file with the same number or content is left for the administrator to assign. */
function makeEntry(
  group: readonly FilePlace[],
  files: readonly ReadFile[],
  context: { today: string; byRow: ReadonlyMap<string, SheetRow> },
) {
  const number = group[0]?.number ?? ''
  const row = number === '' ? undefined : context.byRow.get(number)
  const taken = new Map<number, FilePlace>()
  const duplicates: FilePlace[] = []
  const contents = new Set<string>()
  const add = (place: FilePlace, number: number) => {
    const sha256 = files[place.file]?.sha256 ?? ''
    if (taken.has(number) || contents.has(sha256)) duplicates.push(place)
    else taken.set(number, place)
    contents.add(sha256)
  }
  const match = row && row.attachments.size > 0 ? attachmentMatcher(row.attachments) : undefined
  const places = group.map((place) => {
    if (!match || !place.isLabel) return place
    // The docket text may list `Exhibit A` as attachment 2. If it lists others only, its number is unknown.
    const listed = match(place.words)
    return { ...place, attachment: listed ?? null, isLabel: listed === undefined }
  })
  for (const place of places) if (place.attachment !== null) add(place, place.attachment)
  for (const place of places) {
    if (place.attachment === null) add(place, Math.max(0, ...taken.keys()) + 1)
  }
  const documents = [...taken].sort(([a], [b]) => a - b)
  const main = taken.get(0)
  const dated = documents.map(([, { filedOn }]) => filedOn).find(Boolean)
  const { attachments, ...fields } = row ?? fieldsOfMain(main ?? documents[0]?.[1])
  const isHeaded = main !== undefined && filingTitle(main.heading) !== ''
  const guessed = [
    !row && !group.some(({ isStamped }) => isStamped) && 'number',
    !dated && !row?.filed_on && 'filed_on',
    !row && !isHeaded && fields.title !== '' && 'title',
  ]
  const entry = {
    ...fields,
    number,
    filed_on: dated || row?.filed_on || context.today,
    guessed: guessed.filter(Boolean).join(' '),
    documents: documents.map(([attachmentNumber, place]) => ({
      file: place.file,
      attachmentNumber,
      title:
        (!place.isLabel && attachments?.get(attachmentNumber)) ||
        documentTitle(place) ||
        nameOf(attachmentNumber),
    })),
  }
  return { entry, duplicates: duplicates.map(documentOf) }
}

const documentOf = (place: FilePlace): ProposedDocument => ({
  file: place.file,
  attachmentNumber: place.attachment ?? 0,
  title: documentTitle(place) || nameOf(0),
})

/** An entry with neither title nor number gets no default title, so that the administrator has to supply one. */
function fieldsOfMain(main: FilePlace | undefined) {
  const title = main ? documentTitle(main) || (main.number && nameOf(0)) : ''
  const [, filer = '', rest = title] = FILER.exec(title) ?? []
  const filed_by = filer && `${filer.charAt(0).toUpperCase()}${filer.slice(1).toLowerCase()}`
  return { title, description: '', type: filingType(rest), filed_by, attachments: undefined }
}

/** `DEFENDANT’S MOTION TO DISMISS` */
const FILER =
  /^((?:plaintiff|defendant|petitioner|respondent|debtor|trustee|appellant|appellee|intervenor)s?)['’]s? (.+)$/i

/** Attachments are named by their label, main documents by their heading; empty if there is neither. */
function documentTitle(place: FilePlace): string {
  const { heading, attachment } = place
  const words = isNamedMain(place) ? '' : place.words
  const called = heading ? filingTitle(heading) : ''
  const title = attachment === 0 ? called || words : words || called
  return oneLine(title).slice(0, MAX_TITLE_LENGTH)
}

const nameOf = (number: number) => (number > 0 ? attachmentTitle(number) : 'Main document')
