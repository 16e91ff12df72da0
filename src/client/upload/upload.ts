import { attachmentTitle } from '../../shared/naming-rules.ts'
import { clearFormErrors, showFormErrors } from '../forms/form-errors.ts'
import { SAVED } from '../forms/unsaved.ts'
import { readChosenFiles } from './read-files.ts'
import { sendUpload, type UploadReply, uploadStatus } from './send-upload.ts'
import { acceptReordering, addFiles, UploadFiles } from './upload-files.ts'
import { makeUploadPlace, type UploadPlace } from './upload-place.ts'

const namingFields = ['number', 'title', 'description']

interface UploadState {
  form: HTMLFormElement
  place: UploadPlace
  files: UploadFiles
}

/** Submits `data-upload-form` without leaving the page: a form returned by the server would lose the chosen files. */
export function startUploadForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-upload-form]')) {
    const place = makeUploadPlace(form)
    if (place) startUploadForm({ form, place, files: new UploadFiles(place) })
  }
}

function startUploadForm(upload: UploadState) {
  const { form, place, files } = upload
  readChosenFiles(form, place, files)
  addFiles(place, files)
  acceptReordering(place, files)
  form.addEventListener('input', ({ target }) => {
    const { name } = target as HTMLInputElement | HTMLTextAreaElement
    if (namingFields.includes(name)) files.proposeAgain()
  })
  let request: XMLHttpRequest | undefined
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (request) return
    request = send(upload, event.submitter)
    request.addEventListener('loadend', () => {
      request = undefined
    })
  })
  place.cancel.addEventListener('click', () => request?.abort())
}

function send(upload: UploadState, submitter: HTMLElement | null): XMLHttpRequest {
  const { form, place, files } = upload
  begin(upload)
  const request = sendUpload({
    form,
    files: files.listed.map(({ file }) => file),
    fields: typedFields(upload, submitter),
    onProgress: (shares, share) => {
      files.showProgress(shares)
      showStatus(place, uploadStatus(share))
    },
    onReply: (reply) => finish(upload, reply),
  })
  request.addEventListener('abort', () => {
    stop(upload)
    showStatus(place, 'Canceled. Nothing was saved.')
  })
  return request
}

/** Each file's title and number, in order, and the button that was clicked. */
function typedFields({ files }: UploadState, submitter: HTMLElement | null): [string, string][] {
  const isNamed = submitter instanceof HTMLButtonElement && submitter.name !== ''
  return [
    ...files.listed.flatMap(({ title, attachmentNumber, isCounted }): [string, string][] => [
      // The server names it, since the number may change.
      ['document_title', title === attachmentTitle(attachmentNumber) ? '' : title],
      ['document_attachment_number', String(attachmentNumber)],
      ['document_is_counted', isCounted ? '1' : ''],
    ]),
    ...(isNamed ? [[submitter.name, submitter.value] as [string, string]] : []),
  ]
}

function begin({ form, place, files }: UploadState) {
  clearFormErrors(form)
  files.showErrors([])
  form.ariaBusy = 'true'
  if (files.listed.length === 0) return
  place.cancel.hidden = false
  showStatus(place, 'Uploading…')
}

function finish(upload: UploadState, reply: UploadReply) {
  if (reply.kind === 'saved') {
    upload.form.dispatchEvent(new Event(SAVED))
    location.assign(reply.location)
    return
  }
  const { form, place, files } = upload
  stop(upload)
  files.removeAdded(reply.added)
  files.showErrors(reply.files)
  if (reply.added.length > 0) showStatus(place, `Added: ${reply.added.join(', ')}.`)
  if (place.reason && reply.errors.findings_reason) place.reason.hidden = false
  showFormErrors(form, reply)
}

function stop({ form, place, files }: UploadState) {
  form.ariaBusy = 'false'
  place.cancel.hidden = true
  showStatus(place, '')
  files.hideProgress()
}

function showStatus({ report, status }: UploadPlace, text: string) {
  report.hidden = text === ''
  if (status.textContent !== text) status.textContent = text
}
