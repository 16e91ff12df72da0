import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { SendPage } from '../../platform/http/page-cache.ts'
import { parseId } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FindFrame } from '../site/site-frame.ts'
import { today } from '../site/today.ts'
import { renderCalendar, renderEvent } from './calendar.ts'
import { findCalendarEvent, listCalendar } from './queries.ts'

const CALENDAR_TYPE = 'text/calendar; charset=utf-8'
/** How long what is over stays in the calendar. */
const KEPT_MS = 400 * 86_400_000
const MOST_EVENTS = 2000

interface CalendarOptions {
  findFrame: FindFrame
  sendPage: SendPage
}

/** The calendar that readers subscribe to, and single dates to put into one's own. */
export function createCalendarHandlers(platform: Platform, options: CalendarOptions) {
  const { db, clock, config } = platform
  const { findFrame, sendPage } = options
  return {
    all: async (request: FastifyRequest, reply: FastifyReply) => {
      const from = today(clock() - KEPT_MS, config.timeZone)
      const render = async () => {
        const { site } = await findFrame()
        return renderCalendar(site, await listCalendar(db, from, MOST_EVENTS))
      }
      return sendPage(`/calendar.ics ${from}`, render, request, reply, CALENDAR_TYPE)
    },

    one: async (request: FastifyRequest, reply: FastifyReply) => {
      const id = parseId(request.params)
      const render = async () => {
        const event = await findCalendarEvent(db, id)
        if (!event) throw new NotFoundError('There is no such date. It may have been withdrawn.')
        return renderEvent((await findFrame()).site, event)
      }
      reply.header('content-disposition', contentDisposition(`date-${id}.ics`))
      return sendPage(`/events/${id}.ics`, render, request, reply, CALENDAR_TYPE)
    },
  }
}
