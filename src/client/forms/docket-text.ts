import { readAttachments } from '../../shared/attachment-rules.ts'
import { readDocketRow } from '../../shared/docket-sheet-rules.ts'
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

/** Pasting docket text into a `data-docket-text` form fills the fields in which nothing was typed, and says which. */
export function startDocketText(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-docket-text]')) {
    const text = form.elements.namedItem('description')
    if (text instanceof HTMLTextAreaElement) watch(form, text)
  }
}

function watch(form: HTMLFormElement, text: HTMLTextAreaElement) {
  const report = element('p', { class: 'field-hint', role: 'status', 'data-docket-report': true })
  text.after(report)
  const filled = new Map<FieldName, string>()
  text.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? ''
    const row = readDocketRow(pasted)
    if (!row) {
      report.textContent = text.value === '' && pasted.trim() !== '' ? LOST : ''
      return
    }
    event.preventDefault()
    // Inserted as if typed, so that undo works.
    document.execCommand('insertText', false, row.description)
    const names = fillFields(form, row, filled).map((name) => FIELDS[name])
    const list = new Intl.ListFormat('en-US').format(names)
    const said = list && `Filled in from the pasted text: ${list}. Please check.`
    report.textContent = `${said} ${attachmentsText(row.description)}`.trim()
    text.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** Also replaces what an earlier text filled in, unless it was edited. @returns the names of the fields it filled */
function fillFields(
  form: HTMLFormElement,
  row: Partial<Record<FieldName, string>>,
  filled: Map<FieldName, string>,
): FieldName[] {
  const isEdited = form.elements.namedItem('version') !== null
  return NAMES.filter((name) => {
    const field = form.elements.namedItem(name)
    const value = row[name]
    if (!value || !(field instanceof HTMLInputElement)) return false
    // On a new entry, today's date is only a default; on an existing entry, someone typed it.
    const isDefault = name === 'filed_on' && !isEdited && field.value === field.defaultValue
    if (field.value !== '' && !isDefault && field.value !== filled.get(name)) return false
    field.value = value
    filled.set(name, field.value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    return true
  })
}

const LOST =
  'No filing date was found in the pasted text, so the other fields were not filled in. Paste the whole row: date, number, and text.'

const SHOWN = 4

function attachmentsText(text: string): string {
  const titles = readAttachments(text)
  if (titles.size === 0) return ''
  const list = [...titles].slice(0, SHOWN).map(([number, title]) => `${number} ${title}`)
  const more = titles.size > SHOWN ? ` and ${titles.size - SHOWN} more` : ''
  const which = titles.size === 1 ? 'one attachment' : `${titles.size} attachments`
  return `The text lists ${which}: ${list.join(', ')}${more}. The files will get these titles.`
}
