import { fillFields, namesOf, type ProposedFields } from '../forms/proposed-fields.ts'
import type { UploadFiles } from './upload-files.ts'
import type { ReadDocument, UploadPlace } from './upload-place.ts'

interface ReadAnswer extends ProposedFields {
  documents: ReadDocument[]
}

/** Has the server read chosen PDFs before anything is saved; fills empty fields and shows findings. */
export function readChosenFiles(form: HTMLFormElement, place: UploadPlace, files: UploadFiles) {
  const { readFiles: address } = form.dataset
  if (!address) return
  place.whenAdded = async (added) => {
    const fitting = added.filter(({ size }) => size <= place.maxBytes)
    if (fitting.length === 0) return
    place.reading.textContent = fitting.length === 1 ? 'Reading the PDF…' : 'Reading the PDFs…'
    const answer = await requestReading(form, address, fitting)
    if (answer) files.showRead(fitting, answer.documents)
    place.reading.textContent = answer ? findingsSummary(form, answer) : NOT_READ
  }
}

const NOT_READ =
  'The PDFs could not be read, so nothing was filled in. You can fill in the fields yourself.'

async function requestReading(form: HTMLFormElement, address: string, files: readonly File[]) {
  const body = new FormData()
  body.append('_csrf', String(new FormData(form).get('_csrf')))
  for (const file of files) body.append('documents', file, file.name)
  const headers = { accept: 'application/json' }
  const answer = await fetch(address, { method: 'POST', body, headers }).catch(() => undefined)
  return answer?.ok ? ((await answer.json()) as ReadAnswer) : undefined
}

function findingsSummary(form: HTMLFormElement, { documents, ...proposal }: ReadAnswer): string {
  const filled = fillFields(form, proposal, false)
  const count = documents.reduce((sum, { findings }) => sum + findings.length, 0)
  const fields =
    filled.length > 0 ? `Filled in from the PDF: ${namesOf(filled)}. Please check.` : ''
  const text = count === 1 ? 'One finding' : `${count} findings`
  return `${fields} ${count > 0 ? `${text}, shown with the files.` : ''}`.trim()
}
