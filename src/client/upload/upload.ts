import { formatBytes } from '../../shared/document-label.ts'
import { counted } from '../../shared/number-rules.ts'
import { acceptDrops, element } from '../element.ts'
import { startArranging } from '../forms/arrange.ts'
import { clearFormErrors, showFormErrors } from '../forms/form-errors.ts'
import { isChanged, SAVED } from '../forms/unsaved.ts'
import { fileProgress, readUploadReply, renewToken, type UploadReply } from './send-upload.ts'

type ChosenFile = ReturnType<typeof showFile>

interface Upload {
  form: HTMLFormElement
  chosen: ChosenFile[]
}

/** Every upload form has these parts. */
const part = <E extends HTMLElement>({ form }: Pick<Upload, 'form'>, name: string) =>
  form.querySelector(`[data-upload-${name}]`) as E

/** Submits `data-upload-form` without leaving the page: a form returned by the server would lose the chosen files. */
export function startUploadForm(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-upload-form]')
  if (!form) return
  const upload: Upload = { form, chosen: [] }
  for (const input of form.querySelectorAll<HTMLInputElement>('input[name=documents]')) {
    // The cleared picker would say that no file was chosen.
    input.classList.add('upload-picker')
    input.addEventListener('change', () => {
      add(upload, input.files ?? [])
      // Cleared, so that more files can be added, even the same one again.
      input.value = ''
    })
  }
  // Anywhere on the page: the browser would leave it to show a file that was dropped beside the form.
  acceptDrops(document.body, async (_, transfer) => add(upload, await filesIn(transfer)))

  let request: XMLHttpRequest | undefined
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.ariaBusy !== 'true') request = send(upload, event.submitter)
  })
  part(upload, 'cancel').addEventListener('click', () => request?.abort())
}

function add(upload: Upload, files: Iterable<File>) {
  const list = part(upload, 'files')
  for (const file of files) {
    const one = showFile(file, Number(list.dataset.maxBytes ?? Number.POSITIVE_INFINITY))
    upload.chosen.push(one)
    list.append(one.line)
    one.remove.addEventListener('click', () => remove(upload, [one]))
  }
  count(upload)
  upload.form.dispatchEvent(new Event('change'))
}

function showFile(file: File, maxBytes: number) {
  const progress = element('progress', { max: '1', value: '0', 'aria-label': file.name })
  const of = element('span', { class: 'visually-hidden' }, `: ${file.name}`)
  const remove = element('button', { type: 'button', class: 'button button-small' }, 'Remove', of)
  const error = element('span', { class: 'field-error', role: 'alert' })
  const name = element('span', {}, `${file.name} (${formatBytes(file.size)})`)
  const line = element('li', { 'data-upload-file': file.name }, name, progress, remove, error)
  // The server checks again.
  if (file.size > maxBytes) error.textContent = `Larger than ${formatBytes(maxBytes)}.`
  return { file, line, progress, remove, error }
}

function remove(upload: Upload, files: readonly ChosenFile[]) {
  for (const { line } of files) line.remove()
  upload.chosen = upload.chosen.filter((one) => !files.includes(one))
  count(upload)
}

function count(upload: Upload) {
  part(upload, 'report').hidden = upload.chosen.length === 0
  part(upload, 'status').textContent = counted(upload.chosen.length, 'file')
}

function show(upload: Upload, share: number, shares: readonly number[] = []) {
  part<HTMLProgressElement>(upload, 'progress').value = share
  for (const [index, { progress }] of upload.chosen.entries()) progress.value = shares[index] ?? 0
}

function send(upload: Upload, submitter: HTMLElement | null): XMLHttpRequest {
  const { form, chosen } = upload
  clearFormErrors(form)
  for (const { error } of chosen) error.textContent = ''
  form.ariaBusy = 'true'
  part(upload, 'cancel').hidden = false
  const request = new XMLHttpRequest()
  request.upload.addEventListener('progress', (event) => showProgress(upload, event))
  request.addEventListener('load', async () => {
    const { status, responseText: body, responseURL } = request
    // Happens at most once: the new token belongs to the current session.
    const isRenewed = status === 403 && body.includes('"csrf"') && (await renewToken(form))
    if (isRenewed) post(request, upload, submitter)
    else finish(upload, readUploadReply(status, body, responseURL))
  })
  request.addEventListener('error', () => finish(upload, readUploadReply(0, '', '')))
  request.addEventListener('abort', () => {
    stop(upload)
    part(upload, 'status').textContent = 'Canceled. Nothing was saved.'
  })
  post(request, upload, submitter)
  return request
}

/** With the value of the button that was clicked. */
function post(request: XMLHttpRequest, { form, chosen }: Upload, submitter: HTMLElement | null) {
  request.open('POST', form.action)
  request.setRequestHeader('Accept', 'application/json')
  const data = new FormData(form)
  data.delete('documents')
  if (submitter instanceof HTMLButtonElement && submitter.name) {
    data.append(submitter.name, submitter.value)
  }
  for (const { file } of chosen) data.append('documents', file, file.name)
  request.send(data)
}

function showProgress(upload: Upload, { loaded, total }: ProgressEvent) {
  const sizes = upload.chosen.map(({ file }) => file.size)
  const share = total > 0 ? loaded / total : 0
  show(upload, share, fileProgress(sizes, loaded, total))
  // Once all has been sent, it may be saved at any moment.
  part(upload, 'cancel').hidden = share === 1
  const percent = Math.floor(100 * share)
  const text = share < 1 ? `Uploading… ${percent}%` : 'Uploaded. Checking the files…'
  const status = part(upload, 'status')
  if (status.textContent !== text) status.textContent = text
}

function finish(upload: Upload, reply: UploadReply) {
  const { form } = upload
  if (reply.kind === 'saved') {
    form.dispatchEvent(new Event(SAVED))
    location.assign(reply.location)
    return
  }
  stop(upload)
  const added = upload.chosen.filter(({ file }) => reply.added.includes(file.name))
  remove(upload, added)
  for (const { file, error } of upload.chosen) {
    const reasons = reply.files.filter(({ name }) => name === file.name)
    error.textContent = reasons.map(({ reason }) => reason).join(' ')
  }
  if (reply.added.length > 0) {
    part(upload, 'report').hidden = false
    part(upload, 'status').textContent = `Added: ${reply.added.join(', ')}.`
    showAdded()
  }
  const reason = form.querySelector<HTMLElement>('[data-findings-reason]')
  if (reason && reply.files.some(({ isHeld }) => isHeld)) reason.hidden = false
  showFormErrors(form, reply)
}

/** In the list above the form, unless what is typed there would be lost. */
async function showAdded() {
  const shown = document.querySelector('[data-upload-added]')
  const form = shown?.querySelector('form')
  if (!shown || (form && isChanged(form))) return
  const response = await fetch(location.href).catch(() => undefined)
  if (!response?.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  shown.replaceWith(page.querySelector('[data-upload-added]') ?? shown)
  startArranging()
}

function stop(upload: Upload) {
  upload.form.ariaBusy = 'false'
  part(upload, 'cancel').hidden = true
  show(upload, 0)
  count(upload)
}

/** Includes files in folders, at any depth. */
async function filesIn({ items, files }: DataTransfer): Promise<File[]> {
  const plain = [...files]
  // `items` is emptied at the first `await`.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.every((entry) => entry.isFile)) return plain
  return (await Promise.all(entries.map(filesBelow))).flat()
}

async function filesBelow(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    return [await new Promise<File>((use, fail) => (entry as FileSystemFileEntry).file(use, fail))]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const read = () => new Promise<FileSystemEntry[]>((use, fail) => reader.readEntries(use, fail))
  const inside: FileSystemEntry[] = []
  // Chromium returns at most 100 entries per call.
  for (let some = await read(); some.length > 0; some = await read()) inside.push(...some)
  return (await Promise.all(inside.map(filesBelow))).flat()
}
