import { attachmentList } from '../shared/attachment-rules.ts'
import type { NamedEntry } from '../shared/naming-rules.ts'
import { Labelled, tie } from './form.tsx'

interface UploadFieldProps {
  label?: string
  errors?: readonly string[] | undefined
  /** The entry that the files are added to; undefined on the form for a new entry. */
  entry?: NamedEntry
  usedNumbers?: readonly number[]
  maxBytes?: number
}

/**
 * In a `data-upload-form`, client/upload/upload.ts adds drag and drop, ordering, and progress. It sends one `document_title`
 * and one `document_attachment_number` per file in `documents`, in the same order.
 */
export function UploadField(props: UploadFieldProps) {
  const { label = 'Documents', errors, entry, usedNumbers = [], maxBytes } = props
  const hint = 'PDF files. You can choose several at once.'
  const { labelled, control } = tie({ name: 'documents', label, hint, errors })
  return (
    <Labelled {...labelled}>
      <div class="upload-drop" data-upload-drop>
        <input
          class="control control-file"
          type="file"
          accept=".pdf,application/pdf"
          multiple
          {...control}
          data-entry-number={entry && (entry.number ?? '')}
          data-entry-title={entry?.title}
          data-entry-text={entry && namesAttachments(entry)}
          data-used-numbers={usedNumbers.join(' ')}
          data-max-bytes={maxBytes}
        />
      </div>
    </Labelled>
  )
}

/** Docket text may be long, and attachment names are read only from this part. */
function namesAttachments({ description = '' }: NamedEntry): string {
  const list = attachmentList(description)
  return list && `(Attachments: ${list})`
}
