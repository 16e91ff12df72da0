import type { ComponentChildren } from 'preact'
import { Field, Select } from '../../../ui/form.tsx'
import { EVENT_LABELS } from '../../calendar/rules.ts'
import { RELATION_LABELS } from '../../relations/rules.ts'
import type { TypedEvent, TypedRelation } from '../entries/entry-extras.ts'

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const EVENT_KINDS = optionsOf(EVENT_LABELS)
const RELATION_KINDS = optionsOf(RELATION_LABELS)

const BLANK_EVENT = { uid: '', kind: 'hearing', date: '', time: '', place: '', note: '' }
const BLANK_RELATION = { kind: 'responds_to', number: '' }

interface FieldsetProps<Typed> {
  typed: readonly Typed[]
  errors?: readonly string[] | undefined
}

export function EventFieldset({ typed, errors = [] }: FieldsetProps<TypedEvent>) {
  return (
    <details class="form-part" open={typed.length > 0 || errors.length > 0}>
      <summary>Hearings and deadlines</summary>
      <p class="field-hint">
        Shown on the docket and in the calendar that readers can subscribe to. To remove one, clear
        its date. Times are court local time; without a time, the event lasts all day.
      </p>
      {typed.map((event, index) => (
        <EventRow event={event} index={index} errors={index === 0 ? errors : []} key={index} />
      ))}
      <OneMore isFirst={typed.length === 0} label="Add another date">
        <EventRow event={BLANK_EVENT} index={typed.length} />
      </OneMore>
    </details>
  )
}

interface EventRowProps {
  event: TypedEvent
  index: number
  errors?: readonly string[]
}

function EventRow({ event, index, errors = [] }: EventRowProps) {
  const field = nameFields('event', index)
  return (
    <fieldset class="form-row">
      <legend class="visually-hidden">Date {index + 1}</legend>
      <input type="hidden" name="event_uid" value={event.uid} />
      <Select {...field('kind')} label="Kind" options={EVENT_KINDS} value={event.kind} />
      <Field {...field('date')} label="Day" type="date" value={event.date} errors={errors} />
      <Field {...field('time')} label="Time" type="time" value={event.time} />
      <Field {...field('place')} label="Place" value={event.place} />
      <Field {...field('note')} label="Description" value={event.note} />
    </fieldset>
  )
}

/** A blank row: in sight where it is the first, else once somebody asks for it, without a script too. */
function OneMore(props: { isFirst: boolean; label: string; children: ComponentChildren }) {
  if (props.isFirst) return props.children
  return (
    <details class="form-more">
      <summary>{props.label}</summary>
      {props.children}
    </details>
  )
}

export function RelationFieldset({ typed, errors = [] }: FieldsetProps<TypedRelation>) {
  return (
    <details class="form-part" open={typed.length > 0 || errors.length > 0}>
      <summary>Related entries</summary>
      <p class="field-hint">Each entry links to the other. To remove one, clear its number.</p>
      {typed.map((relation, index) => (
        <RelationRow {...relation} index={index} errors={index === 0 ? errors : []} key={index} />
      ))}
      <OneMore isFirst={typed.length === 0} label="Add another entry">
        <RelationRow {...BLANK_RELATION} index={typed.length} />
        <RelationRow {...BLANK_RELATION} index={typed.length + 1} />
      </OneMore>
    </details>
  )
}

interface RelationRowProps extends TypedRelation {
  index: number
  errors?: readonly string[]
}

function RelationRow({ kind, number, index, errors = [] }: RelationRowProps) {
  const field = nameFields('relation', index)
  return (
    <fieldset class="form-row">
      <legend class="visually-hidden">Related entry {index + 1}</legend>
      <Select {...field('kind')} label="This entry" options={RELATION_KINDS} value={kind} />
      <Field
        {...field('number')}
        label="Docket number"
        inputMode="numeric"
        value={number}
        errors={errors}
      />
    </fieldset>
  )
}

/** The first line has the plain ids to which the list of errors links. */
function nameFields(prefix: string, index: number) {
  const suffix = index === 0 ? '' : `-${index + 1}`
  return (field: string) => {
    const name = `${prefix}_${field}`
    return { name, id: `field-${name}${suffix}` }
  }
}
