import { summary } from '../../shared/clean-text.ts'
import { formatDate, formatTime } from '../../shared/date.ts'
import { Section } from '../../ui/section.tsx'
import type { EventRow } from './queries.ts'
import { EVENT_LABELS } from './rules.ts'

interface EventsProps {
  events: readonly EventRow[]
}

function EventTime({ event: { held_on, held_at } }: { event: EventRow }) {
  return (
    <time dateTime={held_at ? `${held_on}T${held_at}` : held_on}>
      {formatDate(held_on)}
      {held_at && `, ${formatTime(held_at)}`}
    </time>
  )
}

export function NextEvent({ events: [next] }: EventsProps) {
  if (!next) return null
  return (
    <a href="#upcoming-heading">
      Next date: <time dateTime={next.held_on}>{formatDate(next.held_on)}</time>
    </a>
  )
}

export function UpcomingEvents({ events }: EventsProps) {
  if (events.length === 0) return null
  return (
    <Section name="upcoming" heading="Hearings and deadlines" class="upcoming">
      <ol class="upcoming-list">
        {events.map((event) => (
          <li key={event.id}>
            <p class="upcoming-when">
              <EventTime event={event} />{' '}
              <span class="upcoming-kind">{EVENT_LABELS[event.kind]}</span>
            </p>
            <p>
              <a href={`/entries/${event.entry_id}`}>
                {event.entry_number !== null && `No. ${event.entry_number}: `}
                {event.note || event.entry_title}
              </a>
            </p>
            {event.place && <p class="upcoming-place">{event.place}</p>}
          </li>
        ))}
      </ol>
      <p class="upcoming-calendar">
        <a href="/calendar.ics">Add all dates to my calendar</a>
      </p>
    </Section>
  )
}

export function EntryEvents({ events }: EventsProps) {
  if (events.length === 0) return null
  return (
    <Section name="events" heading="Hearings and deadlines" class="entry-part">
      <ul class="entry-events">
        {events.map((event) => (
          <li key={event.id}>
            <EventKindAndTime event={event} />
            {event.place && <span>, {event.place}</span>}
            {event.note && <p class="event-note">{event.note}</p>}{' '}
            <a href={`/events/${event.id}.ics`}>
              Add to calendar
              <span class="visually-hidden">
                {' '}
                ({EVENT_LABELS[event.kind]} {formatDate(event.held_on)})
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** In characters: what is due, on one line; the entry's page has all of it. */
const MAX_NOTE = 80

export function EventLine({ events }: EventsProps) {
  if (events.length === 0) return null
  return (
    <p class="event-line">
      {events.map((event) => (
        <span class="event-item" key={event.id}>
          <EventKindAndTime event={event} />
          {event.place && `, ${event.place}`}
          {event.note && `: ${summary(event.note, MAX_NOTE)}`}
        </span>
      ))}
    </p>
  )
}

function EventKindAndTime({ event }: { event: EventRow }) {
  return (
    <>
      <span class="event-kind">{EVENT_LABELS[event.kind]}</span> <EventTime event={event} />
    </>
  )
}
