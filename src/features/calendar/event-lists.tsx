import { formatDate, formatTime } from '../../shared/date.ts'
import type { EventRow } from './queries.ts'
import { EVENT_LABELS } from './rules.ts'

/** A hearing or deadline as readers see it. */
export interface EventView {
  id: number
  /** `Hearing` or `Deadline` */
  label: string
  /** YYYY-MM-DD */
  heldOn: string
  /** HH:MM; null: the whole day. */
  heldAt: string | null
  place: string
  note: string
  entryUrl: string
  entryNumber: number | null
  entryTitle: string
}

export function eventView(row: EventRow): EventView {
  return {
    id: row.id,
    label: EVENT_LABELS[row.kind],
    heldOn: row.held_on,
    heldAt: row.held_at,
    place: row.place,
    note: row.note,
    entryUrl: `/entries/${row.entry_id}`,
    entryNumber: row.entry_number,
    entryTitle: row.entry_title,
  }
}

function EventTime({ heldOn, heldAt }: Pick<EventView, 'heldOn' | 'heldAt'>) {
  return (
    <time dateTime={heldAt ? `${heldOn}T${heldAt}` : heldOn}>
      {formatDate(heldOn)}
      {heldAt && `, ${formatTime(heldAt)}`}
    </time>
  )
}

/** Above the docket where the list is below it. */
export function NextEvent({ events: [next] }: { events: readonly EventView[] }) {
  if (!next) return null
  return (
    <a href="#upcoming-heading">
      Next date: <time dateTime={next.heldOn}>{formatDate(next.heldOn)}</time>
    </a>
  )
}

/** Beside the docket, or below it on a narrow screen: what is to come, on which day, set by which entry. */
export function UpcomingEvents({ events }: { events: readonly EventView[] }) {
  if (events.length === 0) return null
  return (
    <section class="upcoming" aria-labelledby="upcoming-heading">
      <h2 class="section-heading" id="upcoming-heading">
        Hearings and deadlines
      </h2>
      <ol class="upcoming-list">
        {events.map((event) => (
          <li key={event.id}>
            <p class="upcoming-when">
              <EventTime {...event} /> <span class="upcoming-kind">{event.label}</span>
            </p>
            <p>
              <a href={event.entryUrl}>
                {event.entryNumber !== null && `No. ${event.entryNumber}: `}
                {event.note || event.entryTitle}
              </a>
            </p>
            {event.place && <p class="upcoming-place">{event.place}</p>}
          </li>
        ))}
      </ol>
      <p class="upcoming-calendar">
        <a href="/calendar.ics">Add all dates to my calendar</a>
      </p>
    </section>
  )
}

/** On the entry's own page, each with a file for a calendar program. */
export function EntryEvents({ events }: { events: readonly EventView[] }) {
  if (events.length === 0) return null
  return (
    <section class="entry-part" aria-labelledby="events-heading">
      <h2 class="section-heading" id="events-heading">
        Hearings and deadlines
      </h2>
      <ul class="entry-events">
        {events.map((event) => (
          <li key={event.id}>
            <span class="event-kind">{event.label}</span> <EventTime {...event} />
            {event.place && <span>, {event.place}</span>}
            {event.note && <p class="event-note">{event.note}</p>}{' '}
            <a href={`/events/${event.id}.ics`}>
              Add to calendar
              <span class="visually-hidden">
                {' '}
                ({event.label} {formatDate(event.heldOn)})
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** On the docket: one line. */
export function EventLine({ events }: { events: readonly EventView[] }) {
  if (events.length === 0) return null
  return (
    <p class="event-line">
      {events.map((event) => (
        <span class="event-item" key={event.id}>
          <span class="event-kind">{event.label}</span> <EventTime {...event} />
          {event.place && `, ${event.place}`}
        </span>
      ))}
    </p>
  )
}
