import { attachmentList } from '../shared/attachment-rules.ts'
import type { NamedEntry } from '../shared/naming-rules.ts'

interface UploadFieldProps {
  label?: string
  /** Reasons, beside the field; those about one file begin with its name. */
  errors?: readonly string[] | undefined
  /** The entry that the files are added to; undefined: the one whose number and title the form asks for. */
  entry?: NamedEntry
  /** Numbers that its documents have already. */
  usedNumbers?: readonly number[]
  maxBytes?: number
}

/**
 * Several PDFs at once. Plain, it is a file picker. In a `data-upload-form`, client/upload/upload.ts adds dropping, order,
 * titles, numbers and progress; the files then go as `documents`, after `document_title` and
 * `document_attachment_number`, one of each for every file and in the same order.
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

/** The one part of the docket text that names are read from; the whole may be long. */
function namesAttachments({ description = '' }: NamedEntry): string {
  const list = attachmentList(description)
  return list && `(Attachments: ${list})`
}
