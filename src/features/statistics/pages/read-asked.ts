import type { FieldErrors } from '../../../ui/form.tsx'
import { type AccessChoice, readChoice } from '../access-address.ts'
import { dayAt } from '../figures/site-days.ts'
import type { AccessFigures, AccessFilter, AccessPeriod } from '../figures/statistics-rules.ts'
import { type DayRange, type Known, readRange } from '../range-rules.ts'

/** What an address of the page, or of its CSV, asks for. */
export interface Asked {
  choice: AccessChoice
  period: AccessPeriod
  known: Known
  range: DayRange
  filter: AccessFilter
  errors?: undefined
}

/** The same, where it cannot be answered; the reasons by field. */
export interface Refused {
  choice: AccessChoice
  known: Known
  errors: FieldErrors
}

/**
 * @param now milliseconds; its day in the time zone is the last that can be asked about
 * @throws NotFoundError for a document that cannot be
 */
export async function readAsked(
  figures: Pick<AccessFigures, 'readPeriod'>,
  query: unknown,
  { now, timeZone }: { now: number; timeZone: string },
): Promise<Asked | Refused> {
  const { choice, errors: choiceErrors } = readChoice(query)
  const period = await figures.readPeriod()
  const known = { today: dayAt(now, timeZone), firstDay: period.firstDay }
  const { range, errors: rangeErrors } = readRange(query as { from?: unknown; to?: unknown }, known)
  const errors = { ...rangeErrors, ...choiceErrors }
  if (!range || Object.keys(errors).length > 0) return { choice, known, errors }
  const { robots, documentId } = choice
  return { choice, period, known, range, filter: { ...range, robots, documentId } }
}
