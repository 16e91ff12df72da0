import { formatInstant } from '../../shared/date.ts'
import { formatPages } from '../../shared/document-label.ts'
import { formatBytes } from '../../shared/size.ts'
import type { CorrectionView } from './views.ts'

interface CorrectionProps {
  /** Newest first. */
  corrections: readonly CorrectionView[]
  timeZone: string
}

/** On the page of an entry or a document: what was put right, and when. */
export function CorrectionNotes({ corrections, timeZone }: CorrectionProps) {
  if (corrections.length === 0) return null
  return (
    <section class="entry-part" aria-labelledby="corrections-heading">
      <h2 class="section-heading" id="corrections-heading">
        Corrections
      </h2>
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
    </section>
  )
}

/** On the docket: that there is something, and since when. */
export function CorrectedTag({ corrections, timeZone }: CorrectionProps) {
  const [newest] = corrections
  if (!newest) return null
  return <span class="tag tag-corrected">Corrected {formatInstant(newest.at, timeZone)}</span>
}
