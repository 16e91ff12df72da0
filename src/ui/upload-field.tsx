import { FileField } from './form.tsx'

type Limit = { maxBytes?: number | undefined }
type UploadFieldProps = Limit & { label?: string; errors?: readonly string[] | undefined }

/** In a `data-upload-form`, client/upload/upload.ts adds drag and drop, the list of files, and their progress. */
export function UploadField({ label = 'Documents', errors, maxBytes }: UploadFieldProps) {
  return (
    <>
      <div class="upload-drop">
        <FileField
          name="documents"
          label={label}
          hint="PDF files. You can choose several at once. Change their titles and numbers after saving."
          multiple
          errors={errors}
        />
        <DropHint />
      </div>
      <UploadReport maxBytes={maxBytes} />
    </>
  )
}

export function DropHint() {
  return (
    <p class="field-hint" data-needs-script>
      Or drop them anywhere on this page.
    </p>
  )
}

export function UploadReport({ maxBytes }: Limit) {
  return (
    <div class="upload-report" data-upload-report hidden>
      <p role="status" data-upload-status />
      <progress max="1" value="0" aria-label="All files" data-upload-progress />
      <ul class="upload-files" data-upload-files data-max-bytes={maxBytes} />
      <button type="button" class="button button-small" data-upload-cancel hidden>
        Cancel upload
      </button>
    </div>
  )
}
