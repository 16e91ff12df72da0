import * as z from 'zod'
import type { Document } from '../../../platform/database/schema.ts'
import type { Form } from '../../../platform/http/request/form.ts'
import { MAX_ATTACHMENT_NUMBER, MAX_TITLE_LENGTH } from '../../../shared/naming-rules.ts'
import { readFields, requiredLine, wholeNumber } from '../entries/entry-fields.ts'

/* What an administrator may change of a document besides its file (src/every-field.db.test.ts). */

const FIELDS = z.object({
  title: requiredLine(MAX_TITLE_LENGTH).optional().describe('The document’s title'),
  attachment_number: wholeNumber(0, MAX_ATTACHMENT_NUMBER)
    .optional()
    .describe('The attachment number'),
  position: wholeNumber(1, MAX_ATTACHMENT_NUMBER).optional().describe('The position'),
})

type FieldName = keyof typeof FIELDS.shape

export type DocumentFields = Partial<Pick<Document, FieldName>>

/** The fields of `POST /admin/documents/{id}`; a field that was not sent keeps its value. */
export function readDocumentChange(form: Form) {
  const sent = Object.keys(FIELDS.shape).filter((name) => form.has(name))
  return readDocumentFields(Object.fromEntries(sent.map((name) => [name, form.text(name)])))
}

export function readDocumentFields(typed: { [Name in FieldName]?: string | undefined }) {
  const { data, errors } = readFields(FIELDS, typed)
  return { change: (data ?? {}) as DocumentFields, errors }
}
