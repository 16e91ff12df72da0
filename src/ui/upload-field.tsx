import { attachmentList } from '../shared/attachment-rules.ts'
import type { NamedEntry } from '../shared/naming-rules.ts'

interface UploadFieldProps {
  label?: string
  errors?: readonly string[] | undefined
  /** The entry that the files are added to; undefined on the form of a new one. */
  entry?: NamedEntry
  usedNumbers?: readonly number[]
  maxBytes?: number
}

/**
 * In a `data-upload-form` client/upload/upload.ts adds dropping, order and progress. Each file in `documents` then has its
 * `document_title` and `document_attachment_number`, in the same order.
 */
export function UploadField(props: UploadFieldProps) {
  const { label = 'Documents', errors = [], entry, usedNumbers = [], maxBytes } = props
  return (
    <div class="upload field" data-field="documents">
      <label class="field-label" for="field-documents">
        {label}
      </label>
      <div class="upload-drop" data-upload-drop>
        <input
          class="control control-file"
          type="file"
          id="field-documents"
          name="documents"
          accept=".pdf,application/pdf"
          multiple
          aria-describedby="field-documents-hint field-documents-error"
          aria-invalid={errors.length > 0 ? 'true' : undefined}
          data-entry-number={entry && (entry.number ?? '')}
          data-entry-title={entry?.title}
          data-entry-text={entry && namesAttachments(entry)}
          data-used-numbers={usedNumbers.join(' ')}
          data-max-bytes={maxBytes}
        />
      </div>
      <p class="field-hint" id="field-documents-hint">
        PDF files. You can choose several at once.
      </p>
      <div
        class="field-error"
        id="field-documents-error"
        data-field-error
        hidden={errors.length === 0}
      >
        {errors.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </div>
    </div>
  )
}

/** The docket text may be long; names are read from this part alone. */
function namesAttachments({ description = '' }: NamedEntry): string {
  const list = attachmentList(description)
  return list && `(Attachments: ${list})`
}
