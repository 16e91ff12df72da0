import { readAttachments } from '../../shared/attachment-rules.ts'
import { type DocketRow, readDocketRow } from '../../shared/docket-text-rules.ts'
import { element } from '../element.ts'

const FIELDS = {
  number: 'docket number',
  filed_on: 'filing date',
  title: 'title',
  type: 'type',
  filed_by: 'filer',
} as const

type FieldName = keyof typeof FIELDS
const NAMES = Object.keys(FIELDS) as FieldName[]

/** Docket text pasted into a `data-docket-text` form fills the fields in which nothing was typed, and says which. */
export function startDocketText(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-docket-text]')) {
    const text = form.elements.namedItem('description')
    if (text instanceof HTMLTextAreaElement) watch(form, text)
  }
}

function watch(form: HTMLFormElement, text: HTMLTextAreaElement) {
  const report = element('p', { class: 'field-hint', role: 'status', 'data-docket-report': true })
  text.after(report)
  /** A proposal that was not changed since may be replaced by a new one. */
  const proposed = new Map<FieldName, string>()
  text.addEventListener('paste', (event) => {
    const row = readDocketRow(event.clipboardData?.getData('text/plain') ?? '')
    if (!row) return
    event.preventDefault()
    // As if typed, so that undo works.
    document.execCommand('insertText', false, row.text)
    propose(form, row, proposed)
    text.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const say = () => {
    const names = [...proposed.keys()].filter(
      (name) => findField(form, name)?.value === proposed.get(name),
    )
    report.textContent = `${fieldsSaid(names)} ${attachmentsSaid(text.value)}`.trim()
  }
  form.addEventListener('input', say)
  say()
}

function propose(form: HTMLFormElement, row: DocketRow, proposed: Map<FieldName, string>) {
  const { number, filedOn, title, type, filedBy } = row
  const values = { number, filed_on: filedOn, title, type, filed_by: filedBy }
  const isEdited = form.elements.namedItem('version') !== null
  for (const name of NAMES) {
    const field = findField(form, name)
    const value = values[name]
    if (value === undefined || !field) continue
    // A new entry's date begins as today; what an edited entry has was typed by somebody.
    const isDefault = name === 'filed_on' && !isEdited && field.value === field.defaultValue
    if (field.value !== '' && !isDefault && field.value !== proposed.get(name)) continue
    field.value = value
    proposed.set(name, field.value)
  }
}

function findField(form: HTMLFormElement, name: FieldName): HTMLInputElement | undefined {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : undefined
}

const listed = new Intl.ListFormat('en-US')

function fieldsSaid(names: readonly FieldName[]): string {
  if (names.length === 0) return ''
  const all = listed.format(names.map((name) => FIELDS[name]))
  return `Filled in from the pasted text: ${all}. Please check.`
}

const SHOWN = 4

function attachmentsSaid(text: string): string {
  const titles = readAttachments(text)
  if (titles.size === 0) return ''
  const list = [...titles].slice(0, SHOWN).map(([number, title]) => `${number} ${title}`)
  const more = titles.size > SHOWN ? ` and ${titles.size - SHOWN} more` : ''
  const which = titles.size === 1 ? 'one attachment' : `${titles.size} attachments`
  return `The text lists ${which}: ${list.join(', ')}${more}. The files will get these titles.`
}
