import type { FieldErrors } from '../../platform/http/errors.ts'
import type { Form } from '../../platform/http/request/form.ts'
import { typedText } from '../../platform/http/request/parse.ts'
import type { CaseSettingsChange } from './queries.ts'

type SettingName = keyof CaseSettingsChange

/** Characters. */
const SETTINGS_LIMITS: Readonly<Record<SettingName, number>> = {
  caption: 500,
  case_number: 100,
  court: 300,
  judge: 300,
  description: 5000,
  contact: 500,
}

const SETTING_LABELS: Readonly<Record<SettingName, string>> = {
  caption: 'Caption',
  case_number: 'Case number',
  court: 'Court',
  judge: 'Judge',
  description: 'Description',
  contact: 'Contact',
}

const NAMES = Object.keys(SETTINGS_LIMITS) as SettingName[]

/** A field that was not sent keeps its value. */
export function readSettingsForm(form: Form, current: CaseSettingsChange) {
  const typed: CaseSettingsChange = { ...current }
  const settings: CaseSettingsChange = { ...current }
  const errors: FieldErrors = {}
  for (const name of NAMES.filter((one) => form.has(one))) {
    typed[name] = form.text(name)
    const parsed = typedText(SETTINGS_LIMITS[name]).safeParse(typed[name])
    if (parsed.success) settings[name] = parsed.data
    else errors[name] = [`${SETTING_LABELS[name]} ${parsed.error.issues[0]?.message}.`]
  }
  return { typed, settings, errors }
}

/** The hidden field that tells whether the settings changed since the form was opened; undefined: no check. */
export function readVersion(form: Form): number | undefined {
  const typed = form.text('version')
  return /^\d{1,15}$/.test(typed) ? Number(typed) : undefined
}

/** The fields in which what somebody saved meanwhile differs from what was typed. */
export function conflictingSettings(saved: CaseSettingsChange, typed: CaseSettingsChange) {
  return NAMES.filter((name) => saved[name] !== typed[name]).map((name) => ({
    name,
    label: SETTING_LABELS[name],
    theirs: saved[name],
    mine: typed[name],
  }))
}

/** Which settings differ, for the audit log. */
export function describeSettingsChange(
  before: CaseSettingsChange,
  after: CaseSettingsChange,
): string {
  const changed = NAMES.filter((name) => before[name] !== after[name])
  if (changed.length === 0) return 'Saved without a change'
  return changed.map((name) => `${SETTING_LABELS[name]}: ${after[name] || '(empty)'}`).join('; ')
}
