import type { RelationKind } from '../../platform/database/schema.ts'
import type { FieldErrors } from '../../platform/http/errors.ts'
import type { Form } from '../../platform/http/request/form.ts'
import { NUMBER_MOST, numberRange, parseWholeNumber } from '../../shared/number-rules.ts'
import type { Reference } from './rules.ts'
import { RELATION_LABELS } from './views.ts'

/** A line of the form as typed. */
export interface TypedRelation {
  kind: string
  number: string
}

export interface ReadRelations {
  typed: TypedRelation[]
  /** Undefined where the form had no such fields: then they stay as they are. */
  relations: Reference[] | undefined
  errors: FieldErrors
}

/**
 * Reads the fields `relation_kind` and `relation_number`, line by line; a line without a number is none.
 * @param own the entry's docket number, which it cannot refer to
 */
export function readRelations(form: Form, own: number | null): ReadRelations {
  if (!form.has('relation_number')) return { typed: [], relations: undefined, errors: {} }
  const kinds = form.all('relation_kind')
  const typed = form
    .all('relation_number')
    .map((number, index) => ({ number, kind: kinds[index] ?? '' }))
    .filter(({ number }) => number.trim() !== '')
  const problems: string[] = []
  const relations = new Map<number, Reference>()
  for (const line of typed) {
    const read = readLine(line, own)
    if (typeof read === 'string') problems.push(read)
    else relations.set(read.number, read)
  }
  const errors = problems.length > 0 ? { relation_number: problems } : {}
  return { typed, relations: [...relations.values()], errors }
}

function readLine({ kind, number: typed }: TypedRelation, own: number | null): Reference | string {
  const number = parseWholeNumber(typed.trim(), 1, NUMBER_MOST)
  if (number === undefined) return `The related docket number ${numberRange(1, NUMBER_MOST)}.`
  if (number === own) return 'An entry cannot be related to itself.'
  if (!isRelationKind(kind)) return 'Choose how the entries belong together.'
  return { kind, number }
}

function isRelationKind(text: string): text is RelationKind {
  return Object.hasOwn(RELATION_LABELS, text)
}
