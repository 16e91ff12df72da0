import { Field, Select } from '../../ui/form.tsx'
import type { TypedRelation } from './relation-form.ts'
import { RELATION_LABELS } from './views.ts'

const BLANK: TypedRelation = { kind: 'responds_to', number: '' }
const KINDS = Object.entries(RELATION_LABELS).map(([value, label]) => ({ value, label }))

interface RelationFieldsetProps {
  typed: readonly TypedRelation[]
  errors?: readonly string[] | undefined
}

/** The entries that this one is about, by docket number, and two empty lines for others. */
export function RelationFieldset({ typed, errors = [] }: RelationFieldsetProps) {
  return (
    <details class="form-part" open={typed.length > 0 || errors.length > 0}>
      <summary>Related entries</summary>
      <p class="field-hint">Each entry links to the other. To remove one, clear its number.</p>
      {[...typed, BLANK, BLANK].map((relation, index) => (
        <RelationFields key={index} {...{ relation, index }} errors={index === 0 ? errors : []} />
      ))}
    </details>
  )
}

interface RelationFieldsProps {
  relation: TypedRelation
  index: number
  errors: readonly string[]
}

function RelationFields({ relation, index, errors }: RelationFieldsProps) {
  const id = (name: string) => `field-relation_${name}${index === 0 ? '' : `-${index + 1}`}`
  return (
    <fieldset class="form-row">
      <legend class="visually-hidden">Related entry {index + 1}</legend>
      <Select
        name="relation_kind"
        id={id('kind')}
        label="This entry"
        options={KINDS}
        value={relation.kind}
      />
      <Field
        name="relation_number"
        id={id('number')}
        label="Docket number"
        inputMode="numeric"
        value={relation.number}
        errors={errors}
      />
    </fieldset>
  )
}
