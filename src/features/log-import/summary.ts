import type { FileReport, Progress } from './lines/download-batch.ts'
import { noProgress } from './lines/reading-progress.ts'
import type { Reason } from './lines/request.ts'
import type { Settled } from './settle-bursts.ts'
import { addStored, nothingStored, type StoredBatch } from './store-batch.ts'

export type SkipReason = Reason | 'already_imported' | 'part_of_range_burst' | 'too_many_agents'

/** What `--json` prints: names and meanings are kept (docs/operating.md). Times are ISO 8601. */
export interface ImportSummary {
  dry_run: boolean
  /** False where the run was stopped, or a file could not be read to its end. */
  complete: boolean
  files: FileReport[]
  lines: number
  /** Lines that became a record: whole downloads and bursts. */
  imported: number
  imported_range_bursts: number
  skipped: Record<SkipReason, number>
  /** Records of bursts that a killed run had left undecided; their lines were read then. */
  completed_range_bursts: number
  /** Records of earlier runs taken back: their burst turned out to be part of another, or beside a whole download. */
  withdrawn_range_bursts: number
  /** The first and last time among the lines that are downloads. */
  first_at: string | null
  last_at: string | null
  /** Lines from then on are in the records already. */
  recorded_from: string | null
}

/** The sums of a run, while it goes on. */
export function createTally() {
  let read: Progress = noProgress()
  const stored = nothingStored()
  const settled: Settled = {
    imported: 0,
    alreadyImported: 0,
    completed: 0,
    refused: 0,
    withdrawn: 0,
  }
  const files: FileReport[] = []
  return {
    files,
    readTo(progress: Progress): void {
      read = progress
    },
    lines: () => read.lines,
    addStored(part: StoredBatch): void {
      addStored(stored, part)
    },
    addSettled(part: Settled): void {
      for (const name of Object.keys(settled) as (keyof Settled)[]) settled[name] += part[name]
    },
    /** @throws where the sums do not add up to the lines that were read: a defect of this program */
    summarise(run: Pick<ImportSummary, 'dry_run' | 'complete' | 'recorded_from'>): ImportSummary {
      const summary: ImportSummary = {
        ...run,
        files,
        lines: read.lines,
        imported: stored.imported + settled.imported,
        imported_range_bursts: settled.imported,
        skipped: {
          ...read.skipped,
          already_imported: stored.alreadyImported + settled.alreadyImported,
          part_of_range_burst:
            stored.ranges - settled.imported - settled.alreadyImported - settled.refused,
          too_many_agents: settled.refused,
        },
        completed_range_bursts: settled.completed,
        withdrawn_range_bursts: stored.withdrawn + settled.withdrawn,
        first_at: read.span ? new Date(read.span.first).toISOString() : null,
        last_at: read.span ? new Date(read.span.last).toISOString() : null,
      }
      assertSum(summary)
      return summary
    },
  }
}

function assertSum({ lines, imported, skipped }: ImportSummary): void {
  const sum = Object.values(skipped).reduce((total, count) => total + count, imported)
  if (sum !== lines) throw new Error(`${lines} lines were read, but ${sum} are accounted for`)
}
