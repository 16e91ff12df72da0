import type { FieldErrors } from '../../../platform/http/errors.ts'
import type { Form, UploadedFile } from '../../../platform/http/request/form.ts'
import { typedText } from '../../../platform/http/request/parse.ts'
import { ATTACHMENT_MOST, cleanFileName, TITLE_MOST } from '../../../shared/naming-rules.ts'
import { numberRange, parseWholeNumber } from '../../../shared/number-rules.ts'
import type { RefusedFile } from '../documents/accept-files.ts'
import type { DocumentChange } from '../documents/change-document.ts'

/** An uploaded file with what was typed for it. */
export interface NamedUpload extends UploadedFile {
  title?: string | undefined
  attachmentNumber?: number | undefined
}

/**
 * The field `documents` with the `document_title` and `document_attachment_number` of each file, in file order.
 * Browsers without scripts send neither; then both are proposed.
 */
export function readUploads(form: Form): { uploads: NamedUpload[]; refused: RefusedFile[] } {
  const titles = form.all('document_title')
  const numbers = form.all('document_attachment_number')
  const refused: RefusedFile[] = []
  const uploads: NamedUpload[] = []
  for (const [index, file] of form.files.filter(({ field }) => field === 'documents').entries()) {
    const { errors, change } = readFields({
      title: titles[index] || undefined,
      attachment_number: numbers[index]?.trim() || undefined,
    })
    const reason = Object.values(errors).flat().join(' ')
    if (reason) refused.push({ name: cleanFileName(file.name), reason })
    else uploads.push({ ...file, ...change })
  }
  return { uploads, refused }
}

export interface TypedDocument {
  title?: string | undefined
  attachment_number?: string | undefined
  position?: string | undefined
}

/** The fields of `POST /admin/documents/{id}`; one that was not sent keeps its value. */
export function readDocumentChange(form: Form) {
  const sent = (name: string) => (form.has(name) ? form.text(name) : undefined)
  const typed: TypedDocument = {
    title: sent('title'),
    attachment_number: sent('attachment_number'),
    position: sent('position'),
  }
  const { change, errors } = readFields(typed)
  const swapNumbers = form.text('swap') === '1'
  return { typed, change: { ...change, swapNumbers }, errors }
}

function readFields({ title, attachment_number, position }: TypedDocument) {
  const errors: FieldErrors = {}
  const change: DocumentChange = {
    title: readTitle(title, errors),
    attachmentNumber: readNumber(
      { name: 'attachment_number', label: 'The attachment number', least: 0 },
      attachment_number,
      errors,
    ),
    position: readNumber({ name: 'position', label: 'The place', least: 1 }, position, errors),
  }
  return { change, errors }
}

function readTitle(typed: string | undefined, errors: FieldErrors): string | undefined {
  if (typed === undefined) return undefined
  const parsed = typedText(TITLE_MOST).safeParse(typed)
  const problem = parsed.success
    ? parsed.data === '' && 'is missing'
    : parsed.error.issues[0]?.message
  if (problem) errors.title = [`The document’s title ${problem}.`]
  return parsed.data
}

interface NumberField {
  name: 'attachment_number' | 'position'
  label: string
  least: number
}

function readNumber(
  { name, label, least }: NumberField,
  typed: string | undefined,
  errors: FieldErrors,
): number | undefined {
  if (typed === undefined) return undefined
  const value = parseWholeNumber(typed, least, ATTACHMENT_MOST)
  if (value === undefined) errors[name] = [`${label} ${numberRange(least, ATTACHMENT_MOST)}.`]
  return value
}
