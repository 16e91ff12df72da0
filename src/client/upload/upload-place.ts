import { ATTACHMENT_MOST, type NamedEntry } from '../../shared/naming-rules.ts'
import { formatBytes } from '../../shared/size.ts'
import { element } from '../element.ts'

const dropHint = 'Or drop them here. Attachment 0 is the main document.'

/** Where the files of a form are chosen, listed and reported on. */
export type UploadPlace = NonNullable<ReturnType<typeof makeUploadPlace>>

/** Adds what only a script can use to the form's file picker. */
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
  const report = element('div', { class: 'upload-progress', hidden: true }, status, cancel)
  zone.append(element('p', { class: 'field-hint' }, dropHint))
  picker.classList.add('upload-picker')
  const field = zone.closest('[data-field]') ?? zone
  field.append(list, report)
  const { usedNumbers = '', maxBytes = 'Infinity' } = picker.dataset
  return {
    picker,
    zone,
    list,
    report,
    status,
    cancel,
    /** What the entry's documents have already. */
    usedNumbers: usedNumbers.split(' ').filter(Boolean).map(Number),
    /** The entry that the picker names, or the one being typed. */
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

export type UploadRow = ReturnType<typeof makeRow>

/** One chosen file in the list. Its fields carry no name: the script sends them, in the order of the list. */
export function makeRow(file: File) {
  const number = control({
    type: 'number',
    min: '0',
    max: String(ATTACHMENT_MOST),
    'data-upload-number': true,
  })
  const title = control({ type: 'text', 'data-upload-title': true })
  const buttons = {
    up: rowButton('Up', file.name),
    down: rowButton('Down', file.name),
    remove: rowButton('Remove', file.name),
  }
  const drag = { draggable: 'true', title: 'Drag to reorder' }
  const handle = element('span', { class: 'upload-handle', ...drag })
  const progress = element('progress', {
    max: '1',
    value: '0',
    hidden: true,
    'aria-label': `Upload of ${file.name}`,
  })
  const error = element('span', { class: 'upload-file-error', role: 'alert' })
  const line = element(
    'li',
    { class: 'upload-file', 'data-upload-file': file.name },
    handle,
    labelled('Attachment', 'upload-number', number),
    labelled('Title', 'upload-title', title),
    element('span', { class: 'upload-order' }, buttons.up, buttons.down, buttons.remove),
    element('span', { class: 'upload-file-name' }, `${file.name} (${formatBytes(file.size)})`),
    progress,
    error,
  )
  return { line, number, title, ...buttons, progress, error }
}

function control(attributes: Record<string, string | true>): HTMLInputElement {
  return element('input', { class: 'control', ...attributes })
}

function labelled(text: string, className: string, input: HTMLInputElement): HTMLLabelElement {
  return element(
    'label',
    { class: className },
    element('span', { class: 'field-hint' }, text),
    input,
  )
}

function rowButton(text: string, fileName: string): HTMLButtonElement {
  const of = element('span', { class: 'visually-hidden' }, `: ${fileName}`)
  return element('button', { type: 'button', class: 'button button-small' }, text, of)
}
