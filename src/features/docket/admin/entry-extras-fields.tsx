import type { ComponentChildren } from 'preact'
import type { RelationKind } from '../../../platform/database/schema.ts'
import { formatDate, formatTime } from '../../../shared/date.ts'
import { Field, Select } from '../../../ui/form.tsx'
import { EVENT_LABELS, isEventKind } from '../../calendar/rules.ts'
import { RELATION_LABELS } from '../../relations/rules.ts'
import type { TypedEvent, TypedExtras, TypedRelation } from '../entries/entry-extras.ts'

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const EVENT_KINDS = optionsOf(EVENT_LABELS)
const RELATION_KINDS = optionsOf(RELATION_LABELS)

const BLANK_EVENT: TypedEvent = {
  uid: '',
  kind: 'hearing',
  date: '',
  time: '',
  place: '',
  note: '',
}
const BLANK_RELATION: TypedRelation = { kind: 'responds_to', number: '' }

interface FieldsetProps<Typed> {
  typed: readonly Typed[]
  errors?: readonly string[] | undefined
}

/** The hearings and deadlines of an entry, and one empty line for another; saving makes room for the next. */
export function EventFieldset({ typed, errors = [] }: FieldsetProps<TypedEvent>) {
  return (
    <Part title="Hearings and deadlines" isOpen={typed.length > 0 || errors.length > 0}>
      <p class="field-hint">
        Shown on the docket and in the calendar that readers can subscribe to. To remove one, clear
        its date. Times are court local time; without a time, the event lasts all day.
      </p>
      {[...typed, BLANK_EVENT].map((event, index) => {
        const field = nameFields('event', index)
        return (
          <fieldset class="form-row" key={index}>
            <legend class="visually-hidden">Date {index + 1}</legend>
            <input type="hidden" name="event_uid" value={event.uid} />
            <Select {...field('kind')} label="Kind" options={EVENT_KINDS} value={event.kind} />
            <Field
              {...field('date')}
              label="Day"
              type="date"
              value={event.date}
              errors={index === 0 ? errors : []}
            />
            <Field {...field('time')} label="Time" type="time" value={event.time} />
            <Field {...field('place')} label="Place" value={event.place} />
            <Field {...field('note')} label="Description" value={event.note} />
          </fieldset>
        )
      })}
    </Part>
  )
}

/** The entries that this one is about, by docket number, and two empty lines for others. */
export function RelationFieldset({ typed, errors = [] }: FieldsetProps<TypedRelation>) {
  return (
    <Part title="Related entries" isOpen={typed.length > 0 || errors.length > 0}>
      <p class="field-hint">Each entry links to the other. To remove one, clear its number.</p>
      {[...typed, BLANK_RELATION, BLANK_RELATION].map(({ kind, number }, index) => {
        const field = nameFields('relation', index)
        return (
          <fieldset class="form-row" key={index}>
            <legend class="visually-hidden">Related entry {index + 1}</legend>
            <Select {...field('kind')} label="This entry" options={RELATION_KINDS} value={kind} />
            <Field
              {...field('number')}
              label="Docket number"
              inputMode="numeric"
              value={number}
              errors={index === 0 ? errors : []}
            />
          </fieldset>
        )
      })}
    </Part>
  )
}

interface PartProps {
  title: string
  isOpen: boolean
  children: ComponentChildren
}

function Part({ title, isOpen, children }: PartProps) {
  return (
    <details class="form-part" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

/** The first line's fields have the plain id, to which the list of errors leads. */
function nameFields(prefix: string, index: number) {
  const suffix = index === 0 ? '' : `-${index + 1}`
  return (field: string) => {
    const name = `${prefix}_${field}`
    return { name, id: `field-${name}${suffix}` }
  }
}

/** Among the facts of an entry, for administrators; drafts too. */
export function extraFacts({ events, relations }: TypedExtras): [string, string][] {
  const dates = events.map(({ kind, date, time, place }) => {
    const label = isEventKind(kind) ? EVENT_LABELS[kind] : kind
    const at = time ? `, ${formatTime(time)}` : ''
    return `${label} ${formatDate(date)}${at}${place && ` (${place})`}`
  })
  const related = relations.map(
    ({ kind, number }) => `${RELATION_LABELS[kind as RelationKind]} No. ${number}`,
  )
  const facts: [string, string][] = [
    ['Hearings and deadlines', dates.join('; ')],
    ['Related entries', related.join('; ')],
  ]
  return facts.filter(([, text]) => text !== '')
}
