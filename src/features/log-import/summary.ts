import type { FileReport } from './files/read-logs-worker.ts'
import type { Reason } from './lines/line-parts.ts'
import type { Reading } from './lines/read-log.ts'

export interface Outcome {
  wholes: number
  /** Whole downloads that had their record. */
  alreadyImported: number
  /** Lines that told of a range. */
  ranges: number
  /** Records made for bursts of this run. */
  bursts: number
  /** Bursts of this run that had their record. */
  keptBursts: number
  /** Records made for bursts that an earlier, interrupted run had left. */
  completed: number
  /** Bursts of this run beyond what one address is counted with. */
  refused: number
  /** Records taken back: their burst turned out to be part of another, or beside a whole download. */
  withdrawn: number
}

export const noOutcome = (): Outcome => ({
  wholes: 0,
  alreadyImported: 0,
  ranges: 0,
  bursts: 0,
  keptBursts: 0,
  completed: 0,
  refused: 0,
  withdrawn: 0,
})

export function addOutcome(total: Outcome, part: Partial<Outcome>): void {
  for (const name of Object.keys(part) as (keyof Outcome)[]) total[name] += part[name] ?? 0
}

export type SkipReason = Reason | 'already_imported' | 'part_of_range_burst' | 'too_many_agents'

/** What `--json` prints: names and meanings are kept (docs/operating.md). Times are ISO 8601. */
export interface ImportSummary {
  dry_run: boolean
  /** False where the run was stopped, or a file could not be read to its end. */
  complete: boolean
  files: FileReport[]
  lines: number
  imported: number
  imported_range_bursts: number
  skipped: Record<SkipReason, number>
  completed_range_bursts: number
  withdrawn_range_bursts: number
  first_at: string | null
  last_at: string | null
  /** Lines from then on are in the records already. */
  recorded_from: string | null
}

type Run = Pick<ImportSummary, 'dry_run' | 'complete' | 'files' | 'recorded_from'>

/** @throws where the sums do not add up to the lines that were read: a defect of this program */
export function summarize(
  run: Run,
  { lines, skipped, first, last }: Reading,
  outcome: Outcome,
): ImportSummary {
  const { wholes, alreadyImported, ranges, bursts, keptBursts, refused } = outcome
  const imported = wholes + bursts
  const skipReasons = {
    ...skipped,
    already_imported: alreadyImported + keptBursts,
    part_of_range_burst: ranges - bursts - keptBursts - refused,
    too_many_agents: refused,
  }
  const sum = Object.values(skipReasons).reduce((total, count) => total + count, imported)
  if (sum !== lines) throw new Error(`${lines} lines were read, but ${sum} are accounted for`)
  return {
    ...run,
    lines,
    imported,
    imported_range_bursts: bursts,
    skipped: skipReasons,
    completed_range_bursts: outcome.completed,
    withdrawn_range_bursts: outcome.withdrawn,
    first_at: isoTime(first),
    last_at: isoTime(last),
  }
}

export const isoTime = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString()
