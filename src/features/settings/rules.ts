import type { FieldProblems } from '../../platform/http/errors.ts'
import type { Form } from '../../platform/http/request/form.ts'
import { typedText } from '../../shared/field-rules.ts'
import type { CaseSettingsChange } from '../site/queries.ts'

/** `most`: maximum number of characters. */
export const SETTINGS: Readonly<Record<keyof CaseSettingsChange, { label: string; max: number }>> =
  {
    caption: { label: 'Caption', max: 500 },
    case_number: { label: 'Case number', max: 100 },
    court: { label: 'Court', max: 300 },
    judge: { label: 'Judge', max: 300 },
    description: { label: 'Description', max: 5000 },
    contact: { label: 'Contact', max: 500 },
    announcement: { label: 'Announcement', max: 300 },
    // Rendering the worst Markdown of this length takes some 90 ms; the page is rendered once per change.
    about: { label: 'About this site', max: 20_000 },
  }

const NAMES = Object.keys(SETTINGS) as (keyof CaseSettingsChange)[]

/** A field that was not sent keeps its value. */
export function readSettingsForm(form: Form, current: CaseSettingsChange) {
  const typed: CaseSettingsChange = { ...current }
  const settings: CaseSettingsChange = { ...current }
  const errors: FieldProblems = {}
  for (const name of NAMES.filter((one) => form.has(one))) {
    const { label, max } = SETTINGS[name]
    typed[name] = form.text(name)
    const parsed = typedText(max).safeParse(typed[name])
    if (parsed.success) settings[name] = parsed.data
    else errors[name] = [`${label} ${parsed.error.issues[0]?.message}.`]
  }
  return { typed, settings, errors }
}

/** The fields in which what someone else saved differs from what was typed. */
export function conflictingSettings(saved: CaseSettingsChange, typed: CaseSettingsChange) {
  return NAMES.filter((name) => saved[name] !== typed[name]).map((name) => ({
    name,
    label: SETTINGS[name].label,
    theirs: saved[name],
    mine: typed[name],
  }))
}

export function describeSettingsChange(before: CaseSettingsChange, after: CaseSettingsChange) {
  const changed = NAMES.filter((name) => before[name] !== after[name])
  if (changed.length === 0) return 'Saved without a change'
  return changed.map((name) => `${SETTINGS[name].label}: ${after[name] || '(empty)'}`).join('; ')
}
