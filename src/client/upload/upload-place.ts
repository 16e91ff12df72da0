import { formatBytes } from '../../shared/document-label.ts'
import { MAX_ATTACHMENT_NUMBER, type NamedEntry } from '../../shared/naming-rules.ts'
import { element } from '../element.ts'

const dropHint = 'Or drop them here. Attachment 0 is the main document.'

export type UploadPlace = NonNullable<ReturnType<typeof makeUploadPlace>>

export function makeUploadPlace(form: HTMLFormElement) {
  const picker = form.querySelector<HTMLInputElement>('input[type=file][name=documents]')
  if (!picker) return undefined
  const zone = picker.closest<HTMLElement>('[data-upload-drop]') ?? picker.parentElement ?? form
  const list = element('ol', { class: 'upload-list', 'data-upload-list': true })
  const status = element('p', { role: 'status', 'data-upload-status': true })
  const cancel = element(
    'button',
    { type: 'button', class: 'button button-small', 'data-upload-cancel': true, hidden: true },
    'Cancel upload',
  )
  const reading = element('p', { class: 'field-hint', role: 'status', 'data-read-report': true })
  const report = element('div', { class: 'upload-progress', hidden: true }, status, cancel)
  zone.append(element('p', { class: 'field-hint' }, dropHint))
  picker.classList.add('upload-picker')
  const field = zone.closest('[data-field]') ?? zone
  field.append(list, reading, report)
  const { usedNumbers = '', maxBytes = 'Infinity' } = picker.dataset
  return {
    picker,
    zone,
    list,
    reading,
    report,
    /** The field for the reason to publish despite findings. */
    reason: form.querySelector<HTMLElement>('[data-findings-reason]'),
    whenAdded: (_files: readonly File[]) => {},
    status,
    cancel,
    usedNumbers: usedNumbers.split(' ').filter(Boolean).map(Number),
    findEntry: () => findEntry(form, picker),
    maxBytes: Number(maxBytes),
  }
}

function findEntry(form: HTMLFormElement, { dataset }: HTMLInputElement): NamedEntry {
  const typed = new FormData(form)
  const number = String(dataset.entryNumber ?? typed.get('number') ?? '').trim()
  return {
    number: /^\d{1,9}$/.test(number) ? Number(number) : null,
    title: dataset.entryTitle ?? String(typed.get('title') ?? '').trim(),
    description: dataset.entryText ?? String(typed.get('description') ?? ''),
  }
}

/** What the server read from a chosen file. */
export interface ReadDocument {
  name: string
  /** From the first page; empty if none was found. */
  title: string
  /** Null if unknown. */
  attachment_number: number | null
  findings: readonly { kind: string; sentence: string; is_disclosure: boolean }[]
}

export type UploadRow = ReturnType<typeof makeRow>

/** The fields have no names: the script sends them in the order of the list. */
export function makeRow(file: File) {
  const bounds = { min: '0', max: String(MAX_ATTACHMENT_NUMBER) }
  const number = control({ type: 'number', ...bounds, 'data-upload-number': true })
  const title = control({ type: 'text', 'data-upload-title': true })
  const up = rowButton('Up', file.name)
  const down = rowButton('Down', file.name)
  const remove = rowButton('Remove', file.name)
  const progress = element('progress', {
    max: '1',
    value: '0',
    hidden: true,
    'aria-label': `Upload of ${file.name}`,
  })
  const findings = element('ul', { class: 'upload-findings' })
  const error = element('span', { class: 'upload-file-error', role: 'alert' })
  const line = element(
    'li',
    { class: 'upload-file', 'data-upload-file': file.name },
    element('span', { class: 'upload-handle', draggable: 'true', title: 'Drag to reorder' }),
    labelled('Attachment', 'upload-number', number),
    labelled('Title', 'upload-title', title),
    element('span', { class: 'upload-order' }, up, down, remove),
    element('span', { class: 'upload-file-name' }, `${file.name} (${formatBytes(file.size)})`),
    progress,
    findings,
    error,
  )
  return { line, number, title, up, down, remove, progress, findings, error }
}

export function showFindings({ findings }: UploadRow, { findings: matches }: ReadDocument): void {
  findings.replaceChildren(
    ...matches.map(({ kind, sentence, is_disclosure }) => {
      const attributes = { class: is_disclosure ? 'is-disclosure' : '', 'data-finding': kind }
      return element('li', attributes, sentence)
    }),
  )
}

function control(attributes: Record<string, string | true>): HTMLInputElement {
  return element('input', { class: 'control', ...attributes })
}

function labelled(text: string, className: string, input: HTMLInputElement): HTMLLabelElement {
  const hint = element('span', { class: 'field-hint' }, text)
  return element('label', { class: className }, hint, input)
}

export function rowButton(text: string, fileName: string): HTMLButtonElement {
  const of = element('span', { class: 'visually-hidden' }, `: ${fileName}`)
  return element('button', { type: 'button', class: 'button button-small' }, text, of)
}
