import type { FileReport } from './files/read-logs-worker.ts'
import type { Reading } from './lines/read-log.ts'

/** Results for the downloads in the logs. */
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

export function addOutcome(total: ImportOutcome, part: Partial<ImportOutcome>): void {
  for (const name of Object.keys(part) as (keyof ImportOutcome)[]) total[name] += part[name] ?? 0
}

interface ImportRun {
  dry_run: boolean
  /** False if a file could not be read to the end. */
  complete: boolean
  files: FileReport[]
  /** Lines at or after this time are already recorded. */
  recorded_from: string | null
}

/** The `--json` output; names and meanings are stable (docs/access-logs.md). Times are ISO 8601. */
export type LogImportSummary = ReturnType<typeof summarize>

/** @throws if the counts do not add up to the lines read, which would be a bug */
export function summarize(
  run: ImportRun,
  { lines, skipped: passed, malformed }: Reading,
  outcome: ImportOutcome,
) {
  const { imported, withdrawn_range_bursts, ...joined } = outcome
  const skipped = { ...passed, ...joined }
  const sum = Object.values(skipped).reduce((total, count) => total + count, imported)
  if (sum !== lines) throw new Error(`${lines} lines were read, but ${sum} are accounted for`)
  return {
    ...run,
    lines,
    imported,
    skipped,
    withdrawn_range_bursts,
    malformed: malformed.map((one) => ({ ...one, file: run.files[one.file]?.name ?? '' })),
  }
}
