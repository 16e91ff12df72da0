import type { FileReport } from './files/read-logs-worker.ts'
import type { Reading } from './lines/read-log.ts'

/** What became of the downloads in the logs. */
export const noOutcome = () => ({
  imported: 0,
  imported_range_bursts: 0,
  already_imported: 0,
  /** Every line that told of a range, but for one of each burst that counts or might have. */
  part_of_range_burst: 0,
  /** Bursts beyond what one address is counted with. */
  too_many_agents: 0,
  /** Records made for bursts that an earlier, interrupted run had left. */
  completed_range_bursts: 0,
  /** Records taken back: their burst turned out to be part of another, or beside a whole download. */
  withdrawn_range_bursts: 0,
})

export type Outcome = ReturnType<typeof noOutcome>

export function addOutcome(total: Outcome, part: Partial<Outcome>): void {
  for (const name of Object.keys(part) as (keyof Outcome)[]) total[name] += part[name] ?? 0
}

interface Run {
  dry_run: boolean
  /** False where the run was stopped, or a file could not be read to its end. */
  complete: boolean
  files: FileReport[]
  /** Lines from then on are in the records already. */
  recorded_from: string | null
}

/** What `--json` prints: names and meanings are kept (docs/operating.md). Times are ISO 8601. */
export type ImportSummary = ReturnType<typeof summarize>

/** @throws where the sums do not add up to the lines that were read: a defect of this program */
export function summarize(run: Run, { lines, first, last, ...reading }: Reading, outcome: Outcome) {
  const { already_imported, part_of_range_burst, too_many_agents, imported, ...bursts } = outcome
  const skipped = { ...reading.skipped, already_imported, part_of_range_burst, too_many_agents }
  const sum = Object.values(skipped).reduce((total, count) => total + count, imported)
  if (sum !== lines) throw new Error(`${lines} lines were read, but ${sum} are accounted for`)
  return {
    ...run,
    lines,
    imported,
    skipped,
    ...bursts,
    first_at: isoTime(first),
    last_at: isoTime(last),
  }
}

export const isoTime = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString()
