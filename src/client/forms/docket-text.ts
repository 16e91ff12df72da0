import { readAttachments } from '../../shared/attachment-rules.ts'
import { type DocketRow, readDocketRow } from '../../shared/docket-row-rules.ts'
import { element } from '../element.ts'

/** Fields that a pasted line fills, with what they are called when it is said. */
const FIELDS = {
  number: 'docket number',
  filed_on: 'filing date',
  title: 'title',
  type: 'type',
  filed_by: 'filer',
} as const

type FieldName = keyof typeof FIELDS

/**
 * Docket text pasted into `data-docket-text` as the court has it: what it says is proposed for the fields in which nothing was
 * typed, and it is said which. Titles of attachments are proposed by upload.ts.
 */
export function startDocketText(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-docket-text]')) {
    const text = form.elements.namedItem('description')
    if (text instanceof HTMLTextAreaElement) watch(form, text)
  }
}

function watch(form: HTMLFormElement, text: HTMLTextAreaElement) {
  const report = element('p', { class: 'field-hint', role: 'status', 'data-docket-report': true })
  text.after(report)
  /** What was proposed and not changed since may be replaced by a new proposal. */
  const proposed = new Map<FieldName, string>()
  text.addEventListener('paste', (event) => {
    const row = readDocketRow(event.clipboardData?.getData('text/plain') ?? '')
    if (!row) return
    event.preventDefault()
    // As if typed, so that undoing works.
    document.execCommand('insertText', false, row.text)
    propose(form, row, proposed)
    text.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const say = () => {
    report.textContent = [
      said([...proposed.keys()].filter((name) => isStill(form, name, proposed))),
      attachmentsSaid(text.value),
    ]
      .filter(Boolean)
      .join(' ')
  }
  form.addEventListener('input', say)
  say()
}

function propose(form: HTMLFormElement, row: DocketRow, proposed: Map<FieldName, string>) {
  const values: Record<FieldName, string | undefined> = {
    number: row.number,
    filed_on: row.filedOn,
    title: row.title,
    type: row.type,
    filed_by: row.filedBy,
  }
  for (const name of Object.keys(FIELDS) as FieldName[]) {
    const control = form.elements.namedItem(name)
    const value = values[name]
    if (value === undefined || !(control instanceof HTMLInputElement)) continue
    const isUntouched = control.value === '' || control.value === control.defaultValue
    const isOurs = control.value === proposed.get(name)
    // What an entry that is edited has already was typed by somebody.
    const mayFill = name === 'filed_on' ? isUntouched && !isEdited(form) : control.value === ''
    if (!mayFill && !isOurs) continue
    control.value = value
    proposed.set(name, control.value)
  }
}

const isEdited = (form: HTMLFormElement) => form.elements.namedItem('version') !== null

function isStill(form: HTMLFormElement, name: FieldName, proposed: Map<FieldName, string>) {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement && control.value === proposed.get(name)
}

function said(names: readonly FieldName[]): string {
  if (names.length === 0) return ''
  const list = names.map((name) => FIELDS[name])
  const last = list.pop() ?? ''
  const all = list.length > 0 ? `${list.join(', ')} and ${last}` : last
  return `Taken from the pasted text: ${all}. Please check.`
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
