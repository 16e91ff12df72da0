import type {
  AccessFigures,
  AccessTotals,
  DayFigures,
  DocumentFigures,
} from '../figures/statistics-rules.ts'
import { everyDay } from '../trend-rules.ts'
import type { Asked } from './read-asked.ts'

/** What one view shows below the headline. */
export type ViewRows =
  | { view: 'day'; days: DayFigures[] }
  | { view: 'document'; documents: DocumentFigures[] }
  | { view: 'download' }

/** Headline and rows of one state of the records, so that they agree. */
export async function readView(
  figures: AccessFigures,
  asked: Asked,
): Promise<{ totals: AccessTotals; rows: ViewRows }> {
  const totals = await figures.readTotals(asked.filter)
  return { totals, rows: await readRows(figures, asked) }
}

export async function readRows(
  figures: AccessFigures,
  { choice: { view }, filter, range, period }: Asked,
): Promise<ViewRows> {
  if (view === 'day') {
    return { view, days: everyDay(await figures.listDays(filter), range, period) }
  }
  if (view === 'document') return { view, documents: await figures.listDocuments(filter) }
  return { view }
}
