import { create as contentDisposition } from 'content-disposition'
import { z } from 'zod'
import { type ApiSchema, answering, file, problem } from '../../platform/http/api-schema.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { SendPage } from '../../platform/http/page-cache.ts'
import { idParam } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FindFrame } from '../site/site-frame.ts'
import { today } from '../site/today.ts'
import { renderCalendar, renderEvent } from './calendar.ts'
import { findCalendarEvent, listCalendar } from './queries.ts'

const CALENDAR_TYPE = 'text/calendar; charset=utf-8'
/** How long what is over stays in the calendar. */
const KEPT_MS = 400 * 86_400_000
const MOST_EVENTS = 2000

const calendar = {
  operationId: 'readCalendar',
  tags: ['Following'],
  summary: 'Hearings and deadlines as an iCalendar file (RFC 5545)',
  description: 'For calendar programs, which subscribe to the address.',
  response: { 200: file('The calendar', 'text/calendar') },
  curl: ({ publicUrl }) => `curl ${publicUrl}/calendar.ics`,
} satisfies ApiSchema

const event = {
  operationId: 'readCalendarEvent',
  tags: ['Following'],
  summary: 'One hearing or deadline as an iCalendar file',
  params: z.object({ id: idParam().describe('The event’s id') }),
  response: {
    200: file('A calendar with the one event', 'text/calendar'),
    404: problem('There is no such event', ['not_found']),
  },
  curl: ({ publicUrl }) => `curl ${publicUrl}/events/1.ics`,
} satisfies ApiSchema

interface CalendarOptions {
  findFrame: FindFrame
  sendPage: SendPage
}

/** The calendar that readers subscribe to, and single dates to put into one's own. */
export function createCalendarHandlers(platform: Platform, options: CalendarOptions) {
  const { db, clock, config } = platform
  const { findFrame, sendPage } = options
  return {
    all: answering(calendar, (request, reply) => {
      const from = today(clock() - KEPT_MS, config.timeZone)
      const render = async () => {
        const { site } = await findFrame()
        return renderCalendar(site, await listCalendar(db, from, MOST_EVENTS))
      }
      return sendPage(`/calendar.ics ${from}`, render, request, reply, CALENDAR_TYPE)
    }),

    one: answering(event, (request, reply) => {
      const { id } = request.params
      const render = async () => {
        const event = await findCalendarEvent(db, id)
        if (!event) throw new NotFoundError('There is no such date. It may have been withdrawn.')
        return renderEvent((await findFrame()).site, event)
      }
      reply.header('content-disposition', contentDisposition(`date-${id}.ics`))
      return sendPage(`/events/${id}.ics`, render, request, reply, CALENDAR_TYPE)
    }),
  }
}
