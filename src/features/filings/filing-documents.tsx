import { formatPages } from '../../shared/document-label.ts'
import { Button } from '../../ui/button.tsx'
import { FindingsList } from '../checks/findings-list.tsx'
import { readDocumentFields } from '../docket/documents/document-fields.ts'
import type { FilingFindings } from './filing-findings.ts'
import { LEAVE_OUT, LEFT_OUT } from './filing-rules.ts'
import type { ListedFile } from './queries.ts'

export interface FilingRowsProps {
  documents: readonly ListedFile[]
  /** Where a document can be moved; on a long page, `typed` chooses it. */
  choices: readonly { value: string; label: string; typed: string }[]
  /** The page has too many documents and entries for a list of all entries beside each document. */
  isLong: boolean
  findings: FilingFindings
  action: string
}

export const FilingRows = ({ documents, ...shared }: FilingRowsProps) => (
  <ol class="proposed-documents">
    {documents
      .toSorted((a, b) => Number(a.attachment_number) - Number(b.attachment_number))
      .map((document) => (
        <FilingRow key={document.id} document={document} {...shared} />
      ))}
  </ol>
)

type Row = Omit<FilingRowsProps, 'documents'> & { document: ListedFile }

function FilingRow({ document, choices, isLong, findings, action }: Row) {
  const { id, file_name, filing_entry_id, attachment_number, title, page_count } = document
  const file = `${action}/documents/${id}`
  const own = findings.get(id) ?? []
  const typed = { title: title || undefined, attachment_number: attachment_number || undefined }
  const wrong = Object.values(readDocumentFields(typed).errors).flat()
  const control = (name: string) => ({
    class: 'control',
    name: `${name}-${id}`,
    id: `${name}-${id}`,
    'aria-describedby': wrong.length > 0 ? `error-${id}` : undefined,
  })
  const isMain = Number(attachment_number) === 0
  const chosen = document.refused === LEFT_OUT ? LEAVE_OUT : String(filing_entry_id ?? '')
  return (
    <li class="proposed-document" data-document={file_name}>
      <label for={`attachment_number-${id}`}>
        <span class="field-hint">Attachment</span>
        <input {...control('attachment_number')} inputMode="numeric" value={attachment_number} />
      </label>
      <label for={`document_title-${id}`}>
        <span class="field-hint">{isMain ? 'Main document' : 'Title'}</span>
        <input {...control('document_title')} value={title} />
      </label>
      <label for={`entry-${id}`}>
        <span class="field-hint">Entry</span>
        {isLong ? (
          <input
            {...control('entry')}
            list="proposed-entries"
            value={choices.find(({ value }) => value === chosen)?.typed}
          />
        ) : (
          <select {...control('entry')}>
            {choices.map(({ value, label }) => (
              <option key={value} value={value} selected={value === chosen}>
                {label}
              </option>
            ))}
          </select>
        )}
      </label>
      {wrong.length > 0 && (
        <p class="field-error proposed-file" id={`error-${id}`}>
          {wrong.join(' ')}
        </p>
      )}
      <p class="proposed-file">
        <a href={file}>{file_name}</a>, {formatPages(page_count)}{' '}
        {!isMain && filing_entry_id !== null && (
          <Button kind="small" name="main" value={id}>
            Make main document<span class="visually-hidden">: {file_name}</span>
          </Button>
        )}
      </p>
      <FindingsList
        findings={own}
        file={file}
        picture={(finding) => `${file}/findings/${own.indexOf(finding)}.png`}
      />
    </li>
  )
}
