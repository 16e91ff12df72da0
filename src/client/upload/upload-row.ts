import { ATTACHMENT_MOST } from '../../shared/naming-rules.ts'
import { formatBytes } from '../../shared/size.ts'
import { element } from '../element.ts'

/** One chosen file in the list. Its fields carry no name: the script sends them, in the order of the list. */
export interface UploadRow {
  line: HTMLLIElement
  handle: HTMLElement
  number: HTMLInputElement
  title: HTMLInputElement
  up: HTMLButtonElement
  down: HTMLButtonElement
  remove: HTMLButtonElement
  progress: HTMLProgressElement
  error: HTMLElement
}

export function makeRow(file: File): UploadRow {
  const number = control({
    type: 'number',
    min: '0',
    max: String(ATTACHMENT_MOST),
    'data-upload-number': true,
  })
  const title = control({
    type: 'text',
    'data-upload-title': true,
  })
  const buttons = {
    up: rowButton('Up', file.name),
    down: rowButton('Down', file.name),
    remove: rowButton('Remove', file.name),
  }
  const handle = element('span', {
    class: 'upload-handle',
    draggable: 'true',
    title: 'Drag to reorder',
  })
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
  return { line, handle, number, title, ...buttons, progress, error }
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
