import { create as contentDisposition } from 'content-disposition'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import * as z from 'zod'
import { type ApiSchema, apiHandler, file, problem } from '../../platform/http/api-schema.ts'
import { requireFound } from '../../platform/http/errors.ts'
import { idParam } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import { oneLine, printable } from '../../shared/clean-text.ts'
import { instantOf } from '../../shared/time-zone.ts'
import { caseName, type SiteHeader } from '../../ui/layout/layout.tsx'
import type { PageDeps } from '../site/site-frame.ts'
import { type EventRow, findCalendarEvent, listCalendar } from './queries.ts'
import { EVENT_LABELS } from './rules.ts'

const CALENDAR_TYPE = 'text/calendar; charset=utf-8'
const MAX_EVENTS = 2000
const NO_EVENT = 'There is no such event. It may have been withdrawn.'

const calendar = {
  operationId: 'readCalendar',
  tags: ['Following'],
  summary: 'Hearings and deadlines as an iCalendar file (RFC 5545)',
  description: 'Calendar programs can subscribe to this address.',
  response: { 200: file('The calendar', 'text/calendar') },
} satisfies ApiSchema

const event = {
  operationId: 'readCalendarEvent',
  tags: ['Following'],
  summary: 'One hearing or deadline as an iCalendar file',
  params: z.object({ id: idParam().describe('The event’s id') }),
  response: {
    200: file('A calendar with this one event', 'text/calendar'),
    404: problem('There is no such event', ['not_found']),
  },
} satisfies ApiSchema

export function createCalendarHandlers({ db }: Platform, { findFrame, sendPage }: PageDeps) {
  return {
    all: apiHandler(calendar, (request, reply) => {
      const render = async () => {
        const { site } = await findFrame()
        return renderCalendar(site, await listCalendar(db, MAX_EVENTS))
      }
      return sendPage(request, reply, { key: '/calendar.ics', render, type: CALENDAR_TYPE })
    }),

    one: apiHandler(event, (request, reply) => {
      const { id } = request.params
      const render = async () => {
        const event = requireFound(await findCalendarEvent(db, id), NO_EVENT)
        return renderEvent((await findFrame()).site, event)
      }
      reply.header('content-disposition', contentDisposition(`date-${id}.ics`))
      return sendPage(request, reply, { key: `/events/${id}.ics`, render, type: CALENDAR_TYPE })
    }),
  }
}

/** How often subscribed programs are asked to check for changes, in seconds. */
const REFRESH_SECONDS = 3600

/** RFC 5545. Times are in UTC; events without a time last all day. */
export const renderCalendar = (site: SiteHeader, rows: readonly EventRow[]) =>
  calendarOf(site, rows).url(`${site.publicUrl}/calendar.ics`).ttl(REFRESH_SECONDS).toString()

export const renderEvent = (site: SiteHeader, row: EventRow) => calendarOf(site, [row]).toString()

const calendarOf = (site: SiteHeader, rows: readonly EventRow[]) =>
  ical({
    // The library escapes all text except the name, and the identifiers below.
    name: oneLine(caseName(site)).replace(/[\\;,]/g, '\\$&'),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Docket Publication Service', product: 'Docket', language: 'EN' },
    events: rows.map((row) => eventOf(site, row)),
  })

function eventOf(site: SiteHeader, row: EventRow) {
  const about = row.note || row.entry_title
  const entry =
    row.entry_number === null ? row.entry_title : `ECF No. ${row.entry_number}, ${row.entry_title}`
  const address = `${site.publicUrl}/entries/${row.entry_id}`
  return {
    id: `${row.uid.replace(/[^\w.@:+{}-]/g, '-')}@${new URL(site.publicUrl).hostname}`,
    sequence: row.sequence,
    stamp: new Date(row.updated_at),
    lastModified: new Date(row.updated_at),
    allDay: row.held_at === null,
    start: startOf(row, site.timeZone),
    status: ICalEventStatus.CONFIRMED,
    summary: oneLine(`${EVENT_LABELS[row.kind]}: ${about} – ${caseName(site)}`),
    location: oneLine(row.place) || null,
    description: [row.note, entry, address].filter(Boolean).map(printable).join('\n'),
    url: address,
  }
}

function startOf({ held_on, held_at }: EventRow, timeZone: string): Date {
  if (held_at === null) return new Date(held_on)
  return new Date(instantOf(Date.parse(`${held_on}T${held_at}:00Z`), timeZone))
}
