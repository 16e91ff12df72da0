import { clearFormErrors, showFormErrors } from '../forms/form-errors.ts'
import { SAVED } from '../forms/unsaved.ts'
import { acceptFiles, acceptReordering, UploadFiles } from './upload-files.ts'
import { fileProgress } from './upload-list.ts'
import { makeUploadPlace, type UploadPlace } from './upload-place.ts'
import { readUploadReply, type UploadReply } from './upload-reply.ts'

/** Of the entry: numbers in a file's name count where they are its own, and its text may name the attachments. */
const namingFields = ['number', 'title', 'description']

interface Upload {
  form: HTMLFormElement
  place: UploadPlace
  files: UploadFiles
}

/**
 * Sends `data-upload-form` without leaving the page: whatever is refused, everything typed and every file chosen is
 * still there (a page sent back by the server could not keep the files).
 */
export function startUploadForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-upload-form]')) {
    const place = makeUploadPlace(form)
    if (place) startUploadForm({ form, place, files: new UploadFiles(place) })
  }
}

function startUploadForm(upload: Upload) {
  const { form, place, files } = upload
  acceptFiles(place, files)
  acceptReordering(place, files)
  form.addEventListener('input', ({ target }) => {
    if (isControl(target) && namingFields.includes(target.name)) {
      files.proposeAgain()
    }
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

const isControl = (target: unknown) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

function send(upload: Upload, submitter: HTMLElement | null): XMLHttpRequest {
  const { form, place, files } = upload
  const request = new XMLHttpRequest()
  const sizes = files.listed.map(({ file }) => file.size)
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    files.showProgress(fileProgress(sizes, loaded, total))
    showStatus(place, uploadStatus(loaded, total))
  })
  request.addEventListener('load', async () => {
    const { status, responseText, responseURL } = request
    if (isForgery(status, responseText) && (await renewToken(form))) {
      // Once: the next token is of the same session.
      send(upload, submitter)
      return
    }
    finish(upload, readUploadReply(status, responseText, responseURL))
  })
  request.addEventListener('error', () => finish(upload, readUploadReply(0, '', '')))
  request.addEventListener('abort', () => {
    stop(upload)
    showStatus(place, 'Cancelled. Nothing was saved.')
  })
  request.open('POST', form.action)
  request.setRequestHeader('Accept', 'application/json')
  begin(upload)
  request.send(formData(upload, submitter))
  return request
}

const isForgery = (status: number, body: string) => status === 403 && body.includes('"csrf"')

/** The fields, then a title and a number for each file, then the files, all in one order. */
function formData({ form, files }: Upload, submitter: HTMLElement | null): FormData {
  const data = new FormData(form)
  if (submitter instanceof HTMLButtonElement && submitter.name) {
    data.append(submitter.name, submitter.value)
  }
  data.delete('documents')
  for (const { title, attachmentNumber } of files.listed) {
    data.append('document_title', title)
    data.append('document_attachment_number', String(attachmentNumber))
  }
  for (const { file } of files.listed) data.append('documents', file, file.name)
  return data
}

function begin({ form, place, files }: Upload) {
  clearFormErrors(form)
  files.showErrors([])
  form.ariaBusy = 'true'
  if (files.listed.length === 0) return
  place.cancel.hidden = false
  showStatus(place, 'Uploading …')
}

/** Once all bytes have gone the server reads the files, which takes a moment for long ones. */
function uploadStatus(loaded: number, total: number): string {
  if (loaded >= total) return 'Uploaded. Checking the files …'
  return `Uploading … ${Math.floor((100 * loaded) / total)}%`
}

function finish(upload: Upload, reply: UploadReply) {
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
  showFormErrors(form, reply)
}

function stop({ form, place, files }: Upload) {
  form.ariaBusy = 'false'
  place.cancel.hidden = true
  showStatus(place, '')
  files.hideProgress()
}

function showStatus({ report, status }: UploadPlace, text: string) {
  report.hidden = text === ''
  if (status.textContent !== text) status.textContent = text
}

/**
 * After signing in again in another tab the forms of this page carry the token of a session that has ended. Takes the new one,
 * if the same administrator has signed in.
 * @returns whether there is a new one
 */
export async function renewToken(form: HTMLFormElement): Promise<boolean> {
  const answer = await fetch('/admin/account', { headers: { accept: 'text/html' } }).catch(
    () => undefined,
  )
  if (!answer?.ok || answer.redirected) return false
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const email = (from: Document) => from.querySelector('.admin-email')?.textContent
  const token = page.querySelector<HTMLInputElement>('input[name=_csrf]')?.value
  const own = form.elements.namedItem('_csrf')
  const isNew = own instanceof HTMLInputElement && own.value !== token
  if (!token || !isNew || email(page) !== email(document)) return false
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name=_csrf]')) {
    input.value = token
  }
  return true
}
