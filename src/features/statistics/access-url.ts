import { InvalidError } from '../../platform/http/errors.ts'
import { parseId, readCursor } from '../../platform/http/request/parse.ts'
import { dayAt } from '../../shared/time-zone.ts'
import type { AccessFigures } from './figures/statistics.ts'
import type { AccessFilter } from './figures/statistics-rules.ts'
import { type DayRange, type RangeLimits, readRange } from './range-rules.ts'

export const PAGE = '/admin/document-access'
export const CSV = '/admin/document-access.csv'

export const VIEW_LABELS = {
  day: 'By day',
  document: 'By document',
  download: 'Individual downloads',
} as const

export type AccessView = keyof typeof VIEW_LABELS

export type AccessChoice = Omit<AccessFilter, 'from' | 'to'> & DayRange & { view: AccessView }

/** @throws NotFoundError for what cannot be a document's ID, InvalidError for anything else that cannot be shown */
export function readChoice(query: unknown, limits: RangeLimits): AccessChoice {
  const typed = query as Record<string, unknown>
  // Empty is what a form sends for a field that was left alone.
  const [view, robots] = [typed.view || 'day', typed.robots || 'include']
  if (!isView(view)) throw new InvalidError('The view must be “day”, “document”, or “download”.')
  if (robots !== 'include' && robots !== 'exclude')
    throw new InvalidError('For bots, choose “include” or “exclude”.')
  const documentId = typed.document ? parseId({ id: typed.document }) : undefined
  const range = readRange(typed, limits)
  if (typeof range === 'string') throw new InvalidError(range)
  return { ...range, view, robots, documentId }
}

const isView = (value: unknown): value is AccessView =>
  typeof value === 'string' && Object.hasOwn(VIEW_LABELS, value)

export const choiceQuery = ({ view, robots, documentId }: Omit<AccessChoice, 'from' | 'to'>) => ({
  ...(view !== 'day' && { view }),
  ...(robots !== 'include' && { robots }),
  ...(documentId !== undefined && { document: String(documentId) }),
})

export const accessUrl = ({ from, to, ...rest }: AccessChoice, { path = PAGE, after = '' } = {}) =>
  `${path}?${new URLSearchParams({ from, to, ...choiceQuery(rest), ...(after && { after }) })}`

/** @returns undefined for anything that is not in one of our links; the list then starts at the beginning */
export function readPageCursor(typed: unknown): { accessedAt: number; id: number } | undefined {
  const [accessedAt, id] = readCursor(typed, 2) ?? []
  return accessedAt === undefined || id === undefined ? undefined : { accessedAt, id }
}

export type ViewRows = Awaited<ReturnType<typeof readViewRows>>

/** What a URL's query asks for. @param now milliseconds; its day is the last one that can be shown */
export async function readAccess(
  figures: AccessFigures,
  query: unknown,
  { now, timeZone }: { now: number; timeZone: string },
) {
  const limits = { today: dayAt(now, timeZone), firstDay: figures.period.firstDay }
  const choice = readChoice(query, limits)
  return { choice, limits, rows: await readViewRows(figures, choice) }
}

async function readViewRows(figures: AccessFigures, choice: AccessChoice) {
  const { view } = choice
  if (view === 'day') return { view, days: await figures.listDays(choice) }
  if (view === 'document') return { view, documents: await figures.listDocuments(choice) }
  return { view }
}
