import * as z from 'zod'
import type { Document } from '../../../platform/database/schema.ts'
import type { Form } from '../../../platform/http/request/form.ts'
import { MAX_ATTACHMENT_NUMBER, MAX_TITLE_LENGTH } from '../../../shared/naming-rules.ts'
import { labeledErrors, requiredLine, wholeNumber } from '../entries/entry-fields.ts'

/* What an administrator may change of a document besides its file (src/every-field.db.test.ts). */

const DOCUMENT_LABELS = {
  title: 'The document’s title',
  attachment_number: 'The attachment number',
  position: 'The position',
} as const satisfies Partial<Record<keyof Document, string>>

type DocumentFieldName = keyof typeof DOCUMENT_LABELS

const FIELDS = z
  .object({
    title: requiredLine(MAX_TITLE_LENGTH),
    attachment_number: wholeNumber(0, MAX_ATTACHMENT_NUMBER),
    position: wholeNumber(1, MAX_ATTACHMENT_NUMBER),
  } satisfies Record<DocumentFieldName, z.ZodType>)
  .partial()

export type DocumentFields = z.infer<typeof FIELDS>

/** The fields of `POST /admin/documents/{id}`; a field that was not sent keeps its value. */
export function readDocumentChange(form: Form) {
  const sent = Object.keys(DOCUMENT_LABELS).filter((name) => form.has(name))
  return readDocumentFields(Object.fromEntries(sent.map((name) => [name, form.text(name)])))
}

export function readDocumentFields(typed: { [Name in DocumentFieldName]?: string | undefined }) {
  const { data = {}, error } = FIELDS.safeParse(typed)
  return { change: data, errors: labeledErrors(error, DOCUMENT_LABELS) }
}

/** A field that was not sent keeps its value. */
export const withFields = (document: Document, fields: Omit<DocumentFields, 'position'>) => ({
  ...document,
  title: fields.title ?? document.title,
  attachment_number: fields.attachment_number ?? document.attachment_number,
})
