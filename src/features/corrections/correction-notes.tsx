import type { CorrectedField } from '../../platform/database/schema.ts'
import { formatDate, formatInstant } from '../../shared/date.ts'
import { formatBytes, formatPages } from '../../shared/document-label.ts'
import { Section } from '../../ui/section.tsx'
import type { listCorrections, listVersions } from './queries.ts'
import { CORRECTED_LABELS } from './rules.ts'

export type CorrectionView = ReturnType<typeof correctionViews>[number]

/** Newest first. @returns among others `what`: `Filing date corrected (was 07/29/2026)`, `“Exhibit B” replaced` */
export function correctionViews(
  corrections: Awaited<ReturnType<typeof listCorrections>>,
  versions: Awaited<ReturnType<typeof listVersions>>,
) {
  const texts = corrections.map(({ document_id, title, field, earlier, corrected_at }) => {
    const of = title === null ? '' : ` of “${title}”`
    const what = `${CORRECTED_LABELS[field]}${of} corrected${formerValue(field, earlier)}`
    return { documentId: document_id, what, at: corrected_at, earlier: undefined }
  })
  const shown = versions.filter(({ deleted_at }) => deleted_at === null)
  const files = shown.map(({ document_id, title, sha256, replaced_at, ...earlier }) => ({
    documentId: document_id,
    what: title ? `“${title}” replaced` : 'File replaced',
    at: replaced_at,
    earlier: { sha256, byteSize: earlier.byte_size, pageCount: earlier.page_count },
  }))
  return [...texts, ...files].sort((a, b) => b.at - a.at)
}

/** These may have been cited. Earlier text is not shown: it often has a name that should not be public. */
const SHOWN: readonly CorrectedField[] = ['number', 'filed_on', 'attachment_number']

function formerValue(field: CorrectedField, earlier: string): string {
  if (!SHOWN.includes(field)) return ''
  if (earlier === '') return ' (there was none)'
  return ` (was ${field === 'filed_on' ? formatDate(earlier) : earlier})`
}

interface CorrectionProps {
  corrections: readonly CorrectionView[]
  timeZone: string
}

export function CorrectionNotes({ corrections, timeZone }: CorrectionProps) {
  if (corrections.length === 0) return null
  return (
    <Section name="corrections" heading="Corrections" class="entry-part">
      <ol class="corrections">
        {corrections.map(({ what, at, earlier }, index) => (
          <li key={index}>
            <p>
              {what} on{' '}
              <time dateTime={new Date(at).toISOString()}>
                {formatInstant(at, timeZone, { time: true })}
              </time>
              .
            </p>
            {earlier && (
              <p class="correction-earlier">
                The earlier file had {formatPages(earlier.pageCount)},{' '}
                {formatBytes(earlier.byteSize)}; SHA-256 <code class="hash">{earlier.sha256}</code>
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

export function CorrectedTag({ corrections, timeZone }: CorrectionProps) {
  const [newest] = corrections
  if (!newest) return null
  return <span class="tag tag-corrected">Corrected {formatInstant(newest.at, timeZone)}</span>
}
