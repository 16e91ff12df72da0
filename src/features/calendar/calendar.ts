import ical, {
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { oneLine, printable } from '../../shared/clean-text.ts'
import { caseName, type SiteHeader } from '../../ui/layout/layout.tsx'
import type { CalendarRow } from './queries.ts'
import { EVENT_LABELS, instantOf } from './rules.ts'

/** How often programs that subscribe are asked to look, in seconds. */
const REFRESH_SECONDS = 3600

/**
 * RFC 5545: the hearings and deadlines that entries set. Times are given in UTC, which every program turns into its
 * own; days without a time are whole days and shift nowhere. What has ended stays, as cancelled, so that a program
 * that has it takes it out.
 */
export function renderCalendar(site: SiteHeader, rows: readonly CalendarRow[]): string {
  const calendar = emptyCalendar(site)
  calendar.url(`${site.publicUrl}/calendar.ics`)
  calendar.ttl(REFRESH_SECONDS)
  for (const row of rows) calendar.createEvent(eventOf(site, row))
  return calendar.toString()
}

/** One event, to be opened with a calendar program. */
export function renderEvent(site: SiteHeader, row: CalendarRow): string {
  const calendar = emptyCalendar(site)
  calendar.createEvent(eventOf(site, row))
  return calendar.toString()
}

function emptyCalendar(site: SiteHeader): ICalCalendar {
  return ical({
    // The library escapes every text but this one.
    name: oneLine(caseName(site)).replace(/[\\;,]/g, '\\$&'),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Docket Publication Service', product: 'Docket', language: 'EN' },
  })
}

function eventOf(site: SiteHeader, row: CalendarRow): ICalEventData {
  const isOver = row.cancelled_at !== null || row.is_public !== 1
  const time = {
    id: `${row.uid}@${new URL(site.publicUrl).hostname}`,
    sequence: row.sequence,
    stamp: new Date(row.updated_at),
    lastModified: new Date(row.updated_at),
    allDay: row.held_at === null,
    start: new Date(
      row.held_at === null
        ? `${row.held_on}T00:00:00Z`
        : instantOf(row.held_on, row.held_at, site.timeZone),
    ),
    status: isOver ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  }
  // Of a withdrawn entry nothing is said but that its date no longer stands (PROMISES 17).
  if (row.is_public !== 1) return { ...time, summary: `${EVENT_LABELS[row.kind]} (withdrawn)` }
  const entry = row.entry_number === null ? '' : `No. ${row.entry_number}: `
  const address = `${site.publicUrl}/entries/${row.entry_id}`
  return {
    ...time,
    summary: oneLine(`${EVENT_LABELS[row.kind]}, ${entry}${row.entry_title} – ${caseName(site)}`),
    location: oneLine(row.place) || null,
    description: [row.note, address].filter(Boolean).map(printable).join('\n'),
    url: address,
  }
}
