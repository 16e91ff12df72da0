import type { Form } from '../../../platform/http/request/form.ts'
import { acceptFiles, type CheckedFiles, type FileRules } from '../documents/accept-files.ts'
import type { OfferedFile } from '../documents/plan-documents.ts'
import { readUploads } from './document-form.ts'

/** The form's documents: PDFs that open with what was typed for them, and the others with their reasons. */
export async function acceptUploads(
  form: Form,
  rules: FileRules,
): Promise<CheckedFiles<OfferedFile>> {
  const { uploads, refused } = readUploads(form)
  const checked = await acceptFiles(uploads, rules)
  return { accepted: checked.accepted, refused: [...refused, ...checked.refused] }
}
