import { readSnapshot } from '../../../platform/database/backup/snapshots.ts'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import { createPlainStatistics } from './plain-queries.ts'
import type { AccessFigures } from './statistics-rules.ts'
import { createSummaryStatistics, findSummaryState, isCorrected } from './summary-queries.ts'

/** Out of the summaries, as far as they have been brought; or counted from the records, which takes longer. */
export type FigureSource = 'summaries' | 'records'

/** @returns undefined where the figures cannot be had from there at this moment */
export type ReadFigures = <T>(
  source: FigureSource,
  ask: (figures: AccessFigures) => Promise<T>,
) => Promise<{ found: T } | undefined>

/** A page that has not come after a minute will not be waited for. */
export const STATEMENT_TIMEOUT_MS = 60_000

const SUMMARIES = ['access_summary', 'access_totals', 'access_visits', 'access_returns']

/** @param reader only read from; opened when it is first asked */
export function createFigureReader(reader: () => Database, timeZone: string): ReadFigures {
  return (source, ask) =>
    readSnapshot(reader(), SUMMARIES, async (db) => {
      const figures = await figuresFrom(source, db, timeZone)
      return figures && { found: await ask(figures) }
    })
}

/**
 * No summaries while they are being built anew, or where a folded record was taken back in this very moment; and no
 * records where IPs have been erased, whose visitors only the summaries know.
 */
async function figuresFrom(
  source: FigureSource,
  db: Queryable,
  timeZone: string,
): Promise<AccessFigures | undefined> {
  const state = await findSummaryState(db)
  if (source === 'records')
    return state.erasedThrough === null ? createPlainStatistics(db, timeZone) : undefined
  const isUsable = state.timeZone === timeZone && !(await isCorrected(db, state.foldedId))
  return isUsable ? createSummaryStatistics(db, timeZone) : undefined
}
