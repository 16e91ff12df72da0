import { readAttachments } from '../../shared/attachment-rules.ts'
import { readDocketRow } from '../../shared/docket-sheet-rules.ts'
import { element } from '../element.ts'
import { type FieldName, fillFields, isAsProposed, namesOf } from './proposed-fields.ts'

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
  const filled = new Set<FieldName>()
  let isLost = false
  text.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? ''
    const row = readDocketRow(pasted)
    isLost = !row && text.value === '' && pasted.trim() !== ''
    if (!row) return
    event.preventDefault()
    // Inserted as if typed, so that undo works.
    document.execCommand('insertText', false, row.description)
    for (const name of fillFields(form, row, true)) filled.add(name)
    text.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const say = () => {
    const fields = fieldsSaid([...filled].filter(isAsProposed(form)))
    report.textContent = isLost ? LOST : `${fields} ${attachmentsSaid(text.value)}`.trim()
  }
  form.addEventListener('input', say)
  say()
}

const LOST =
  'No filing date was found in the pasted text, so the other fields were not filled in. Paste the whole row: date, number, and text.'

const fieldsSaid = (names: readonly FieldName[]) =>
  names.length > 0 ? `Filled in from the pasted text: ${namesOf(names)}. Please check.` : ''

const SHOWN = 4

function attachmentsSaid(text: string): string {
  const titles = readAttachments(text)
  if (titles.size === 0) return ''
  const list = [...titles].slice(0, SHOWN).map(([number, title]) => `${number} ${title}`)
  const more = titles.size > SHOWN ? ` and ${titles.size - SHOWN} more` : ''
  const which = titles.size === 1 ? 'one attachment' : `${titles.size} attachments`
  return `The text lists ${which}: ${list.join(', ')}${more}. The files will get these titles.`
}
