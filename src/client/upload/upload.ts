import type { FieldErrors } from '../../ui/form.tsx'
import {
  clearFormErrors,
  type Refusal,
  type RefusedFile,
  showFormErrors,
} from '../forms/form-errors.ts'
import { SAVED } from '../forms/unsaved.ts'
import { readChosenFiles } from './read-files.ts'
import { acceptFiles, acceptReordering, fileProgress, UploadFiles } from './upload-files.ts'
import { makeUploadPlace, type UploadPlace } from './upload-place.ts'

const namingFields = ['number', 'title', 'description']

interface Upload {
  form: HTMLFormElement
  place: UploadPlace
  files: UploadFiles
}

/** Sends `data-upload-form` without leaving the page: one sent back by the server could not keep the chosen files. */
export function startUploadForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-upload-form]')) {
    const place = makeUploadPlace(form)
    if (place) startUploadForm({ form, place, files: new UploadFiles(place) })
  }
}

function startUploadForm(upload: Upload) {
  const { form, place, files } = upload
  readChosenFiles(form, place, files)
  acceptFiles(place, files)
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
      // No second time: the next token is of the same session.
      send(upload, submitter)
      return
    }
    finish(upload, readUploadReply(status, responseText, responseURL))
  })
  request.addEventListener('error', () => finish(upload, readUploadReply(0, '', '')))
  request.addEventListener('abort', () => {
    stop(upload)
    showStatus(place, 'Canceled. Nothing was saved.')
  })
  request.open('POST', form.action)
  request.setRequestHeader('Accept', 'application/json')
  begin(upload)
  request.send(formData(upload, submitter))
  return request
}

const isForgery = (status: number, body: string) => status === 403 && body.includes('"csrf"')

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
  showStatus(place, 'Uploading…')
}

function uploadStatus(loaded: number, total: number): string {
  if (loaded >= total) return 'Uploaded. Checking the files…'
  return `Uploading… ${Math.floor((100 * loaded) / total)}%`
}

type UploadReply =
  | { kind: 'saved'; location: string }
  /** Good files stay although others were refused: `added` has their names. */
  | (Refusal & { kind: 'refused'; added: string[] })

const failure = 'Something went wrong on the server. Nothing was saved. Please try again.'
const signedOut =
  'You are signed out. Sign in again in another tab, then click the button again. Nothing you typed or selected here is lost.'
const summaries: Record<number, string> = {
  0: 'The connection was lost. Nothing was saved. Please try again.',
  403: 'This page is out of date. Open it again in another tab, then click the button again.',
  413: 'The files are too large.',
}

/** `status` 0 means that no answer came; `finalUrl` is where redirects led. */
export function readUploadReply(status: number, body: string, finalUrl: string): UploadReply {
  const { location = finalUrl, detail, errors = {}, files = [], added = [] } = parseAnswer(body)
  if (status >= 200 && status < 300) return { kind: 'saved', location }
  const refusal = { kind: 'refused', errors, files, added } as const
  // The page, and what was typed on it, are still here, which the server does not know.
  if (status === 401) return { ...refusal, summary: signedOut }
  if (status !== 422) return { ...refusal, summary: detail ?? summaries[status] ?? failure }
  const kept = added.length > 0 ? 'The other files were added.' : 'Nothing was saved.'
  return { ...refusal, summary: `${kept} Please correct the following:` }
}

interface Answer {
  location?: string
  detail?: string
  errors?: FieldErrors
  files?: RefusedFile[]
  added?: string[]
}

/** A page instead of JSON is from a redirect, or from a proxy. */
function parseAnswer(body: string): Answer {
  try {
    return JSON.parse(body) ?? {}
  } catch {
    return {}
  }
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
  if (place.reason && reply.errors.findings_reason) place.reason.hidden = false
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
 * The administrator signed in again in another tab: this page's forms still carry the old session's token.
 * @returns whether there is a new one
 */
async function renewToken(form: HTMLFormElement): Promise<boolean> {
  const answer = await fetch('/admin/account', { headers: { accept: 'text/html' } }).catch(
    () => undefined,
  )
  if (!answer?.ok || answer.redirected) return false
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const email = (from: Document) => from.querySelector('.admin-email')?.textContent
  const token = page.querySelector<HTMLInputElement>('input[name=_csrf]')?.value
  const isNew = new FormData(form).get('_csrf') !== token
  if (!token || !isNew || email(page) !== email(document)) return false
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name=_csrf]')) {
    input.value = token
  }
  return true
}
