import { z } from 'zod'
import type { ApiDescription } from '../../../platform/http/api-description.ts'
import { ApiEntry, ApiEntryList, ApiListQuery } from './api-schemas.ts'

const encodeCursor = (id: number) => Buffer.from(`entry:${id}`).toString('base64url')

export const listEntriesApi: ApiDescription = {
  id: 'listDocketEntries',
  tag: 'Docket',
  summary: 'The published entries, most recently added first',
  description: [
    'Ask for the next page with `cursor` until `next_cursor` is null. The pages follow the order in which entries were added, so entries that are added meanwhile neither repeat nor hide any.',
    'To keep a copy up to date, read the first page now and then and stop at the first id you already have. For entries that were changed later, read the feed, or the whole list.',
  ],
  query: ApiListQuery,
  responses: {
    200: {
      description: 'A page of the list',
      schema: ApiEntryList,
      headers: { 'Cache-Control': 'no-cache: may be cached, but must be revalidated' },
      example: ({ entry }) => ({ items: [entry], next_cursor: encodeCursor(entry.id) }),
    },
    422: { description: 'The cursor or the limit is not valid', codes: ['invalid'] },
  },
  curl: ({ publicUrl }) => `curl "${publicUrl}/api/docket-entries?limit=1"`,
}

export const showEntryApi: ApiDescription = {
  id: 'getDocketEntry',
  tag: 'Docket',
  summary: 'One published entry with its documents',
  params: z.object({
    id: z.int().min(1).describe('The entry’s id, which is not its docket number'),
  }),
  responses: {
    200: { description: 'The entry', schema: ApiEntry, example: ({ entry }) => entry },
    404: {
      description: 'There is no such entry, it is not published, or it was withdrawn',
      codes: ['not_found'],
    },
  },
  curl: ({ publicUrl, entry }) => `curl ${publicUrl}/api/docket-entries/${entry.id}`,
}

export const shortLinkApi: ApiDescription = {
  id: 'findByDocketNumber',
  tag: 'Docket',
  summary: 'From a docket number to its page',
  description: [
    '`/ecf/45` leads to the entry with docket number 45, `/ecf/45-2` to its second attachment, `/ecf/45-0` to its main document.',
  ],
  params: z.object({
    reference: z
      .string()
      .regex(/^\d{1,15}(-\d{1,6})?$/)
      .describe('The number, or the number and the attachment: 45 or 45-2'),
  }),
  responses: {
    302: {
      description: 'The page is there',
      headers: { Location: 'The path of the entry or of the document' },
    },
    404: { description: 'No published entry has this number', codes: ['not_found'] },
  },
  curl: ({ publicUrl, entry }) => `curl --include ${publicUrl}/ecf/${entry.number ?? 1}`,
}

export const feedApi: ApiDescription = {
  id: 'readFeed',
  tag: 'Following',
  summary: 'The newest 50 entries as an Atom feed (RFC 4287)',
  description: ['For feed readers. Times and dates are ISO 8601.'],
  responses: { 200: { description: 'The feed', mediaType: 'application/atom+xml' } },
  curl: ({ publicUrl }) => `curl ${publicUrl}/feed.xml`,
}

export const calendarApi: ApiDescription = {
  id: 'readCalendar',
  tag: 'Following',
  summary: 'Hearings and deadlines as an iCalendar file (RFC 5545)',
  description: ['For calendar programs, which subscribe to the address.'],
  responses: { 200: { description: 'The calendar', mediaType: 'text/calendar' } },
  curl: ({ publicUrl }) => `curl ${publicUrl}/calendar.ics`,
}

export const eventApi: ApiDescription = {
  id: 'readCalendarEvent',
  tag: 'Following',
  summary: 'One hearing or deadline as an iCalendar file',
  params: z.object({ id: z.int().min(1).describe('The event’s id') }),
  responses: {
    200: { description: 'A calendar with the one event', mediaType: 'text/calendar' },
    404: { description: 'There is no such event', codes: ['not_found'] },
  },
  curl: ({ publicUrl }) => `curl ${publicUrl}/events/1.ics`,
}
