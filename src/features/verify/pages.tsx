import { formatDate, formatInstant } from '../../shared/date.ts'
import { documentHeading, formatBytes, formatPages } from '../../shared/document-label.ts'
import { Button } from '../../ui/button.tsx'
import { type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { HashMatch } from './queries.ts'

export interface VerifyOutcome {
  /** Undefined if what was typed is not one. */
  sha256: string | undefined
  matches: readonly HashMatch[]
}

interface VerifyPageProps {
  layout: PublicFrame
  /** Undefined before anything was checked. */
  outcome: VerifyOutcome | undefined
  typed: string
}

export function VerifyPage({ layout, outcome, typed }: VerifyPageProps) {
  return (
    <PublicLayout
      {...layout}
      title={outcome ? TITLES[kindOf(outcome)] : 'Verify a document'}
      canonicalPath="/verify"
      description="Check whether a PDF is an unchanged copy of a document on this docket."
      noIndex={outcome !== undefined}
    >
      <section class="wrap narrow verify">
        <h1>Verify a document</h1>
        {outcome && <VerifyResult outcome={outcome} timeZone={layout.site.timeZone} />}
        <p class="lead">
          {outcome
            ? 'Check another file.'
            : 'Check whether your PDF is the same file that is on this docket.'}
        </p>
        <VerifyForms typed={outcome && !outcome.sha256 ? typed : ''} />
      </section>
    </PublicLayout>
  )
}

const TITLES = {
  current: 'This is an unchanged document from this docket',
  replaced: 'This is an earlier version of a document on this docket',
  unknown: 'This file is not on this docket',
  invalid: 'This is not a SHA-256',
}

function kindOf({ sha256, matches }: VerifyOutcome): keyof typeof TITLES {
  if (!sha256) return 'invalid'
  if (matches.length === 0) return 'unknown'
  return matches.some(({ replaced_at }) => replaced_at === null) ? 'current' : 'replaced'
}

const NOTICES = { current: 'success', replaced: 'warn', unknown: 'warn', invalid: 'error' } as const

function VerifyResult({ outcome, timeZone }: { outcome: VerifyOutcome; timeZone: string }) {
  const kind = kindOf(outcome)
  return (
    <Notice kind={NOTICES[kind]} title={`${TITLES[kind]}.`}>
      {outcome.matches.length > 0 && (
        <ul class="verify-matches">
          {outcome.matches.map((match, index) => (
            <li key={index}>
              <Match match={match} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
      {kind === 'unknown' && (
        <p>
          This file is not, and never was, a document on this docket. Changing a single byte is
          enough: a file that was printed, re-saved, or re-stamped is a different file, even if it
          reads the same. Compare it with the document on the docket.
        </p>
      )}
      {kind === 'invalid' && (
        <p>A SHA-256 has 64 characters: digits and the letters a to f. Copy all of it.</p>
      )}
      {outcome.sha256 && (
        <p>
          SHA-256 <code class="hash">{outcome.sha256}</code>
        </p>
      )}
    </Notice>
  )
}

function Match({ match, timeZone }: { match: HashMatch; timeZone: string }) {
  const { replaced_at, attachment_number: attachmentNumber, title } = match
  return (
    <>
      <a href={`/documents/${match.id}`}>
        {documentHeading(match.entry_number, { attachmentNumber, title })}
      </a>
      , filed {formatDate(match.filed_on)} with{' '}
      <a href={`/entries/${match.entry_id}`}>{match.entry_title}</a>;{' '}
      {formatPages(match.page_count)}, {formatBytes(match.byte_size)}.
      {replaced_at !== null &&
        ` It was replaced on ${formatInstant(replaced_at, timeZone, { time: true })}; the link leads to the file that replaced it.`}
    </>
  )
}

/** The browser hashes the file; without JavaScript, or for many files, a hash can be pasted. */
function VerifyForms({ typed }: { typed: string }) {
  return (
    <>
      <div class="verify-file" data-verify data-needs-script hidden>
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
          and sends only that.
        </p>
        <p class="verify-status" role="status" data-verify-status />
      </div>
      <form class="verify-hash" method="get" action="/verify">
        <label class="field-label" for="verify-sha256">
          Or paste its SHA-256
        </label>
        <div class="field-row">
          <input
            class="control hash"
            type="text"
            id="verify-sha256"
            name="sha256"
            value={typed}
            maxLength={200}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            required
          />
          <Button>Check</Button>
        </div>
      </form>
    </>
  )
}
