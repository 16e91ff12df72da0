import { element } from './element.ts'

/** Where the files of a form are chosen, listed and reported on. */
export interface UploadPlace {
  picker: HTMLInputElement
  zone: HTMLElement
  list: HTMLOListElement
  report: HTMLElement
  status: HTMLElement
  cancel: HTMLButtonElement
  /** The number proposed for the first file: 0, or `data-first-attachment-number` of the picker. */
  firstNumber: number
  /** `data-max-bytes` of the picker, where it is told. */
  maxBytes: number
}

const dropHint = 'Or drop them here. Attachment 0 is the main document.'

/** Adds what only a script can use to the form's file picker. */
export function makeUploadPlace(form: HTMLFormElement): UploadPlace | undefined {
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
  const { firstAttachmentNumber = '0', maxBytes = 'Infinity' } = picker.dataset
  return {
    picker,
    zone,
    list,
    report,
    status,
    cancel,
    firstNumber: Number(firstAttachmentNumber),
    maxBytes: Number(maxBytes),
  }
}
