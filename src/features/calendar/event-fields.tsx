import { Field, Select } from '../../ui/form.tsx'
import type { TypedEvent } from './event-form.ts'
import { EVENT_LABELS } from './rules.ts'

const BLANK: TypedEvent = { uid: '', kind: 'hearing', date: '', time: '', place: '', note: '' }
const KINDS = Object.entries(EVENT_LABELS).map(([value, label]) => ({ value, label }))

interface EventFieldsetProps {
  typed: readonly TypedEvent[]
  errors?: readonly string[] | undefined
}

/** The hearings and deadlines of an entry, and one empty line for another; saving makes room for the next. */
export function EventFieldset({ typed, errors = [] }: EventFieldsetProps) {
  return (
    <details class="form-part" open={typed.length > 0 || errors.length > 0}>
      <summary>Hearings and deadlines</summary>
      <p class="field-hint">
        Shown on the docket and in the calendar that readers can subscribe to. To remove one, clear
        its date. Times are court local time; without a time, the event lasts all day.
      </p>
      {[...typed, BLANK].map((event, index) => (
        <EventFields key={index} {...{ event, index }} errors={index === 0 ? errors : []} />
      ))}
    </details>
  )
}

interface EventFieldsProps {
  event: TypedEvent
  index: number
  errors: readonly string[]
}

function EventFields({ event, index, errors }: EventFieldsProps) {
  // The first has the plain id, to which the list of errors leads.
  const id = (name: string) => `field-event_${name}${index === 0 ? '' : `-${index + 1}`}`
  return (
    <fieldset class="form-row">
      <legend class="visually-hidden">Date {index + 1}</legend>
      <input type="hidden" name="event_uid" value={event.uid} />
      <Select name="event_kind" id={id('kind')} label="Kind" options={KINDS} value={event.kind} />
      <Field
        name="event_date"
        id={id('date')}
        label="Day"
        type="date"
        value={event.date}
        errors={errors}
      />
      <Field name="event_time" id={id('time')} label="Time" type="time" value={event.time} />
      <Field name="event_place" id={id('place')} label="Place" value={event.place} />
      <Field name="event_note" id={id('note')} label="Description" value={event.note} />
    </fieldset>
  )
}
