import type { NamedEntry } from '../../shared/naming-rules.ts'
import { element } from '../element.ts'

/** Where the files of a form are chosen, listed and reported on. */
export interface UploadPlace {
  picker: HTMLInputElement
  zone: HTMLElement
  list: HTMLOListElement
  report: HTMLElement
  status: HTMLElement
  cancel: HTMLButtonElement
  /** `data-used-numbers` of the picker: what the entry's documents have already. */
  usedNumbers: number[]
  /** The entry that the picker tells, or the one being typed. */
  findEntry: () => NamedEntry
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
  const { usedNumbers = '', maxBytes = 'Infinity' } = picker.dataset
  return {
    picker,
    zone,
    list,
    report,
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
