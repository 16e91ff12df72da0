import { formatDate, formatInstant } from '../../shared/date.ts'
import { documentHeading, formatBytes, formatPages } from '../../shared/document-label.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form.tsx'
import { type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { HashMatch } from './queries.ts'

interface VerifyPageProps {
  layout: PublicFrame
  /** Empty before anything was checked. */
  typed: string
  /** Undefined if what was typed is not one. */
  sha256: string | undefined
  matches: readonly HashMatch[]
}

const CURRENT = 'This is an unchanged document from this docket'
const REPLACED = 'This is an earlier version of a document on this docket'
const UNKNOWN = 'This file is not on this docket'

export function VerifyPage({ layout, typed, sha256, matches }: VerifyPageProps) {
  const isCurrent = matches.some(({ replaced_at }) => replaced_at === null)
  const notCurrent = matches.length > 0 ? REPLACED : UNKNOWN
  const result = isCurrent ? CURRENT : notCurrent
  const isInvalid = typed !== '' && !sha256
  return (
    <PublicLayout
      {...layout}
      title={sha256 ? result : 'Verify a document'}
      canonicalPath="/verify"
      description="Check whether a PDF is an unchanged copy of a document on this docket."
      noIndex={typed !== ''}
    >
      <section class="wrap narrow verify">
        <h1>Verify a document</h1>
        {sha256 && (
          <Notice kind={isCurrent ? 'success' : 'warn'} title={`${result}.`}>
            <ul class="verify-matches">
              {matches.map((match, index) => (
                <li key={index}>
                  <Match match={match} timeZone={layout.site.timeZone} />
                </li>
              ))}
            </ul>
            {matches.length === 0 && (
              <p>
                This file is not, and never was, a document on this docket. Changing a single byte
                is enough: a file that was printed, re-saved, or re-stamped is a different file,
                even if it reads the same. Compare it with the document on the docket.
              </p>
            )}
            <p>
              SHA-256 <code class="hash">{sha256}</code>
            </p>
          </Notice>
        )}
        <p class="lead">Check whether your PDF is the same file that is on this docket.</p>
        <VerifyForms typed={isInvalid ? typed : ''} isInvalid={isInvalid} />
      </section>
    </PublicLayout>
  )
}

function Match({ match, timeZone }: { match: HashMatch; timeZone: string }) {
  const { replaced_at } = match
  return (
    <>
      <a href={`/documents/${match.id}`}>{documentHeading(match.entry_number, match)}</a>, filed{' '}
      {formatDate(match.filed_on)} with{' '}
      <a href={`/entries/${match.entry_id}`}>{match.entry_title}</a>;{' '}
      {formatPages(match.page_count)}, {formatBytes(match.byte_size)}.
      {replaced_at !== null &&
        ` It was replaced on ${formatInstant(replaced_at, timeZone, { time: true })}; the link leads to the file that replaced it.`}
    </>
  )
}

const NOT_A_HASH =
  'This is not a SHA-256. It has 64 characters: digits and the letters a to f. Copy all of it.'

/** The browser hashes the file; without JavaScript, or for many files, a hash can be pasted. */
function VerifyForms({ typed, isInvalid }: { typed: string; isInvalid: boolean }) {
  return (
    <>
      <div class="verify-file" data-verify data-needs-script>
        <label class="field-label" for="verify-file">
          Choose a PDF, or drop it here
        </label>
        <input
          class="control control-file"
          type="file"
          id="verify-file"
          accept=".pdf,application/pdf"
          aria-describedby="verify-private"
          data-verify-file
        />
        <p class="field-hint" id="verify-private">
          Your file is not uploaded. Your browser computes its SHA-256, a 64-character fingerprint,
          and looks only for that.
        </p>
        <p class="verify-status" role="status" data-verify-status />
      </div>
      <form class="verify-hash" method="get" action="/verify">
        <Field
          name="sha256"
          id="verify-sha256"
          label="Or paste its SHA-256"
          value={typed}
          maxLength={200}
          autocomplete="off"
          required
          errors={isInvalid ? [NOT_A_HASH] : []}
        />
        <Button>Check</Button>
      </form>
    </>
  )
}
