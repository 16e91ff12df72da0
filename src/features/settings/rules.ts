import * as z from 'zod'
import type { FieldProblems } from '../../platform/http/errors.ts'
import type { Form } from '../../platform/http/request/form.ts'
import { formatDate } from '../../shared/date.ts'
import { calendarDate, typedLine, typedText } from '../../shared/field-rules.ts'
import type { CaseSettingsChange } from '../site/queries.ts'

interface Setting {
  label: string
  max: number
  /** Instead of a line of text up to that length. */
  schema?: z.ZodType<string>
}

export const PUBLISHED_FIGURES = {
  '': 'None',
  downloads: 'Total downloads',
  visitors: 'Total downloads and unique visitors',
}

export const SETTINGS: Readonly<Record<keyof CaseSettingsChange, Setting>> = {
  caption: { label: 'Caption', max: 500 },
  case_number: { label: 'Case number', max: 100 },
  court: { label: 'Court', max: 300 },
  judge: { label: 'Judge', max: 300 },
  description: { label: 'Description', max: 5000, schema: typedText(5000) },
  contact: { label: 'Contact', max: 500, schema: typedText(500) },
  announcement: { label: 'Announcement', max: 300 },
  // Rendering the worst Markdown of this length takes some 90 ms; the page is rendered once per change.
  about: { label: 'About this site', max: 20_000, schema: typedText(20_000) },
  closed_on: { label: 'Closed on', max: 10, schema: z.literal('').or(calendarDate()) },
  published_figures: {
    label: 'Download figures in the archive',
    max: 20,
    schema: z.enum(Object.keys(PUBLISHED_FIGURES), 'is not one of the choices'),
  },
}

const NAMES = Object.keys(SETTINGS) as (keyof CaseSettingsChange)[]

/** A field that was not sent keeps its value. @param today YYYY-MM-DD: the docket is closed on no later day */
export function readSettingsForm(form: Form, current: CaseSettingsChange, today: string) {
  const typed: CaseSettingsChange = { ...current }
  const settings: CaseSettingsChange = { ...current }
  const errors: FieldProblems = {}
  for (const name of NAMES.filter((one) => form.has(one))) {
    const { label, max, schema = typedLine(max) } = SETTINGS[name]
    typed[name] = form.text(name)
    const parsed = schema.safeParse(typed[name])
    if (parsed.success) settings[name] = parsed.data
    else errors[name] = [`${label} ${parsed.error.issues[0]?.message}.`]
  }
  if (form.has('closed_on') && settings.closed_on > today)
    errors.closed_on = ['Closed on must be today or an earlier day.']
  return { typed, settings, errors }
}

export function describeSettingsChange(before: CaseSettingsChange, after: CaseSettingsChange) {
  const changed = NAMES.filter((name) => before[name] !== after[name])
  const shown = { ...after, closed_on: formatDate(after.closed_on) }
  const changes = changed.map((name) => `${SETTINGS[name].label}: ${shown[name] || '(empty)'}`)
  return changes.join('; ') || 'Saved without changes'
}
