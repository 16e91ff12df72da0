import { formatInstant } from '../../shared/date.ts'
import { counted } from '../../shared/number-rules.ts'
import type { FileReport } from './files/read-logs-worker.ts'
import { REASONS } from './lines/line-parts.ts'
import type { Reading } from './lines/read-log.ts'

export const emptyOutcome = () => ({
  imported: 0,
  already_imported: 0,
  /** Range lines, except one line of each burst that is counted under another reason. */
  part_of_range_burst: 0,
  /** Bursts beyond the limit per address. */
  too_many_agents: 0,
  /** Records removed because their burst turned out to be part of another burst or close to a whole download. */
  withdrawn_range_bursts: 0,
})

export type ImportOutcome = ReturnType<typeof emptyOutcome>

/** The `--json` output; names and meanings are stable (docs/access-logs.md). Times are ISO 8601. */
export type LogImportSummary = ReturnType<typeof summarize>

/** @throws if the counts do not add up to the lines read, which would be a bug */
export function summarize(
  run: { dry_run: boolean; files: FileReport[]; recorded_from: string | null },
  { lines, skipped: passed, malformed }: Reading,
  outcome: ImportOutcome,
) {
  const { imported, withdrawn_range_bursts, ...joined } = outcome
  const skipped = { ...passed, ...joined }
  const sum = Object.values(skipped).reduce((total, count) => total + count, imported)
  if (sum !== lines) throw new Error(`${lines} lines were read, but ${sum} are accounted for`)
  return {
    ...run,
    /** False if a file could not be read to the end. */
    complete: run.files.every(({ problem }) => problem === undefined),
    lines,
    imported,
    skipped,
    withdrawn_range_bursts,
    malformed: malformed.map((one) => ({ ...one, file: run.files[one.file]?.name ?? '' })),
  }
}

const SKIPPED: Record<keyof LogImportSummary['skipped'], string> = {
  already_imported: 'imported before',
  part_of_range_burst: 'parts of a download that is already counted',
  too_many_agents: 'partial downloads under too many user agents from one address',
  ...REASONS,
}

const number = (count: number) => count.toLocaleString('en-US')

export function logImportReport(summary: LogImportSummary, timeZone: string): string {
  const skipped: Record<string, number> = summary.skipped
  return [
    ...summary.files.map(fileLine),
    '',
    row(summary.dry_run ? 'Would be imported' : 'Imported', summary.imported),
    ...Object.entries(SKIPPED)
      .filter(([reason]) => skipped[reason])
      .map(([reason, words]) => row(`Skipped: ${words}`, skipped[reason] ?? 0)),
    row('Lines read', summary.lines),
    '',
    ...notes(summary, timeZone),
  ].join('\n')
}

function fileLine({ name, packing, lines, problem }: LogImportSummary['files'][number]): string {
  const what = packing === 'plain' ? '' : ` (${packing})`
  const end = problem ? ` It ${problem}.` : ''
  return `${name === '-' ? 'Standard input' : name}${what}: ${counted(lines, 'line')}.${end}`
}

const row = (words: string, count: number) =>
  `${words.padEnd(72, ' ')} ${number(count).padStart(13)}`

function notes(summary: LogImportSummary, timeZone: string): string[] {
  const lines: string[] = []
  if (summary.recorded_from) {
    const start = formatInstant(Date.parse(summary.recorded_from), timeZone, { time: true })
    lines.push(`The service’s own records start at ${start} (use --before to set another time).`)
  }
  if (summary.withdrawn_range_bursts > 0)
    lines.push(
      `Removed: ${counted(summary.withdrawn_range_bursts, 'record')} from earlier runs, which these logs show to be part of another download.`,
    )
  if (summary.malformed.length > 0) lines.push('', 'The first invalid line of each kind:')
  for (const { problem, file, line, text } of summary.malformed)
    lines.push(`${file}, line ${number(line)} (${problem}): ${text}`)
  if (summary.dry_run) lines.push('This was a dry run: nothing was written.')
  return lines
}
