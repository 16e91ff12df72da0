interface UploadFieldProps {
  label?: string
  hint?: string
  /** Reasons, beside the field; those about one file begin with its name. */
  errors?: readonly string[] | undefined
  /** Proposed for the first file added: 0 where the entry has no main document yet. */
  firstAttachmentNumber?: number
  maxBytes?: number
}

/**
 * Several PDFs at once. Plain, it is a file picker. In a `data-upload-form`, client/upload.ts adds dropping, order,
 * titles, numbers and progress; the files then go as `documents`, after `document_title` and
 * `document_attachment_number`, one of each for every file and in the same order.
 */
export function UploadField(props: UploadFieldProps) {
  const { label = 'Documents', errors = [], firstAttachmentNumber = 0, maxBytes } = props
  const { hint = 'PDF files. Several can be chosen at once.' } = props
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
          data-first-attachment-number={firstAttachmentNumber}
          data-max-bytes={maxBytes}
        />
      </div>
      <p class="field-hint" id="field-documents-hint">
        {hint}
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
