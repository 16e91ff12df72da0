import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Filing, writePdf } from './write-pdf.ts'

interface SampleEvent {
  kind: 'hearing' | 'deadline'
  date?: string
  /** Counted from today, so that the calendar always has upcoming events. */
  in_days?: number
  time?: string
  place?: string
  note: string
}

interface SampleEntry {
  number: number | null
  filed_on: string
  title: string
  type: string
  filed_by: string
  status?: 'draft'
  description: string
  relations?: { kind: string; number: number }[]
  events?: SampleEvent[]
  documents: Filing[]
}

interface SampleCase {
  case: { case_number: string }
  entries: SampleEntry[]
}

const DAY = 86_400_000
const CORRECTED = 50

/** Writes the sample case into `folder` as a `docket:export` archive. @param now milliseconds */
export async function writeArchive(folder: string, now: number): Promise<void> {
  const text = await readFile(new URL('case.json', import.meta.url), 'utf8')
  const sample = JSON.parse(text) as SampleCase
  await mkdir(join(folder, 'documents'), { recursive: true })
  let documentId = 0
  const entries = []
  for (const [index, entry] of sample.entries.entries()) {
    const documents = []
    for (const [attachment, filing] of entry.documents.entries()) {
      documentId += 1
      const number = `${entry.number}${attachment > 0 ? `-${attachment}` : ''}`
      const stamp = {
        caseNumber: sample.case.case_number,
        document: number,
        filedOn: entry.filed_on,
      }
      const pdf = await writePdf(filing, entry.status === 'draft' ? undefined : stamp)
      const path = `documents/${documentId} ECF ${number}.pdf`
      await writeFile(join(folder, path), pdf)
      documents.push({
        ...{
          id: documentId,
          attachment_number: attachment,
          title: filing.title,
          position: attachment,
        },
        ...{ file_name: `ECF ${number}.pdf`, path, sha256: sha256(pdf), byte_size: pdf.length },
        ...{ page_count: 0, deleted: false, corrections: [], earlier_versions: [] },
        pinned_at: filing.key ? `${entry.filed_on}T20:00:00.000Z` : null,
      })
    }
    entries.push({ id: index + 1, ...archiveEntry(entry, now), documents })
  }
  const archive = { format: 'docket-archive', version: 1, case: sample.case, entries }
  await writeFile(join(folder, 'docket.json'), JSON.stringify(archive))
}

function archiveEntry(entry: SampleEntry, now: number) {
  const { number, filed_on, title, type, filed_by, status = 'published', description } = entry
  return {
    ...{ number, filed_on, title, type, filed_by, status, description },
    ...{ deleted: false, source_key: null, relations: entry.relations ?? [] },
    // On the afternoon of the filing date.
    published_at: status === 'draft' ? null : `${filed_on}T20:00:00.000Z`,
    corrections:
      number === CORRECTED
        ? [{ field: 'filed_on', earlier: '2026-10-29', corrected_at: at(now - 2 * DAY) }]
        : [],
    events: (entry.events ?? []).map((event, index) => ({
      ...{ uid: `sample-${number}-${index + 1}`, kind: event.kind, note: event.note },
      ...{ time: event.time ?? null, place: event.place ?? '', sequence: 0 },
      date: event.date ?? courtDay(now + (event.in_days ?? 0) * DAY),
    })),
  }
}

const at = (time: number) => new Date(time).toISOString()
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Courts are closed on weekends, New Year's Day, and Christmas: uses the next day that they are open. */
function courtDay(time: number): string {
  const day = at(time).slice(0, 10)
  const isClosed = [0, 6].includes(new Date(time).getUTCDay()) || /-(01-01|12-25)$/.test(day)
  return isClosed ? courtDay(time + DAY) : day
}
