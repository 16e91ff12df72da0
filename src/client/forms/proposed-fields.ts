const FIELDS = {
  number: 'docket number',
  filed_on: 'filing date',
  title: 'title',
  type: 'type',
  filed_by: 'filer',
} as const

export type FieldName = keyof typeof FIELDS
export type ProposedFields = Partial<Record<FieldName, string | undefined>>

const NAMES = Object.keys(FIELDS) as FieldName[]

/** What was proposed in each form, from a PDF or from pasted text. */
const proposals = new WeakMap<HTMLFormElement, Map<FieldName, string>>()

/** Fills fields in which nothing was typed. @param isSurer also replaces earlier proposals that were not edited */
export function fillFields(
  form: HTMLFormElement,
  values: ProposedFields,
  isSurer: boolean,
): FieldName[] {
  const proposed = proposals.get(form) ?? new Map<FieldName, string>()
  proposals.set(form, proposed)
  const isEdited = form.elements.namedItem('version') !== null
  return NAMES.filter((name) => {
    const field = findField(form, name)
    const value = values[name]
    if (!value || !field) return false
    // On a new entry, today's date is only a default; on an existing entry, someone typed it.
    const isDefault = name === 'filed_on' && !isEdited && field.value === field.defaultValue
    const isReplaced = isSurer && field.value === proposed.get(name)
    const isOpen = isDefault && (isSurer || !proposed.has(name))
    if (field.value !== '' && !isOpen && !isReplaced) return false
    field.value = value
    proposed.set(name, field.value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    return true
  })
}

/** Whether a field still has its proposed value. */
export const isAsProposed = (form: HTMLFormElement) => (name: FieldName) =>
  findField(form, name)?.value === proposals.get(form)?.get(name)

function findField(form: HTMLFormElement, name: FieldName): HTMLInputElement | undefined {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : undefined
}

const listed = new Intl.ListFormat('en-US')

/** `docket number, filing date, and title` */
export const namesOf = (names: readonly FieldName[]) =>
  listed.format(names.map((name) => FIELDS[name]))
