import type { RelationKind } from '../../../platform/database/schema.ts'
import { formatDate, formatTime } from '../../../shared/date.ts'
import { EVENT_LABELS, isEventKind } from '../../calendar/rules.ts'
import { RELATION_LABELS } from '../../relations/views.ts'
import type { TypedExtras } from '../entries/entry-extras.ts'

/** Hearings, deadlines and related entries among the facts of an entry, for administrators; drafts too. */
export function extraFacts({ events, relations }: TypedExtras): [string, string][] {
  const dates = events.map(({ kind, date, time, place }) =>
    [
      isEventKind(kind) ? EVENT_LABELS[kind] : kind,
      `${formatDate(date)}${time && `, ${formatTime(time)}`}`,
      place && `(${place})`,
    ]
      .filter(Boolean)
      .join(' '),
  )
  const related = relations.map(
    ({ kind, number }) => `${RELATION_LABELS[kind as RelationKind]} No. ${number}`,
  )
  return [
    ['Hearings and deadlines', dates.join('; ')],
    ['Related entries', related.join('; ')],
  ].filter((fact): fact is [string, string] => fact[1] !== '')
}
