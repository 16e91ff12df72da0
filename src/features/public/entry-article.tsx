import { TextPieces } from '../../ui/text-pieces.tsx'
import { EventLine } from '../calendar/event-lists.tsx'
import { CorrectedTag } from '../corrections/correction-notes.tsx'
import { hasNoDocument } from '../docket/entries/entry-rules.ts'
import { runIn } from '../docket/entries/run-in-rules.ts'
import type { EntryView } from '../docket/entries/views.ts'
import { RelatedLine } from '../relations/related-entries.tsx'
import type { MatchedEntry, MatchView } from '../search/mark-matches.ts'
import { MatchedPages } from '../search/results.tsx'
import { EntryDocuments, EntryMark, Linked } from './entry-parts.tsx'

interface EntryProps {
  entry: MatchedEntry
  publicUrl: string
  timeZone: string
  isPrinted?: boolean
}

export function EntryArticle({ entry, publicUrl, timeZone, isPrinted = false }: EntryProps) {
  const { id, match, published_at, created_at } = entry
  const shown = match ? { ...entry, documents: match.documents } : entry
  return (
    <article class="entry" id={`entry-${id}`} data-added={published_at ?? created_at}>
      <EntryMark entry={entry} hasType />
      <div class="entry-body">
        {match ? <MatchedWords entry={entry} match={match} /> : <EntryWords entry={entry} />}
        {match && <MatchedPages match={match} entry={entry} publicUrl={publicUrl} />}
        <EntryFacts entry={entry} timeZone={timeZone} />
        <EntryDocuments entry={shown} publicUrl={publicUrl} hasChoice={!isPrinted} />
      </div>
    </article>
  )
}

/** The title with the text that adds to it on the same line. The rest is folded and opens without JavaScript. */
function EntryWords({ entry }: { entry: EntryView }) {
  const { title, shown, folded } = runIn(entry)
  return (
    <div class="entry-words">
      <h3 class="entry-title">
        <a href={`/entries/${entry.id}`}>{title}</a>
      </h3>
      {shown && <Linked text={shown} entry={entry} />}
      {folded && ' '}
      {folded && <span class="entry-cut">… </span>}
      {folded && (
        <details class="entry-more">
          <summary>Show full text</summary>
          <p>
            <Linked text={folded} entry={entry} />
          </p>
        </details>
      )}
    </div>
  )
}

function MatchedWords({ entry, match }: { entry: EntryView; match: MatchView }) {
  return (
    <>
      <h3 class="entry-title">
        <a href={`/entries/${entry.id}`}>
          <TextPieces pieces={match.title} />
        </a>
      </h3>
      {match.text && (
        <p class="entry-text">
          <TextPieces pieces={match.text} />
        </p>
      )}
    </>
  )
}

function EntryFacts({ entry, timeZone }: Pick<EntryProps, 'entry' | 'timeZone'>) {
  const { id, details, filed_by } = entry
  const isEmpty = entry.documents.length === 0
  if (!filed_by && !isEmpty && !details) return null
  return (
    <div class="entry-facts">
      {filed_by && <span class="entry-filer">Filed by {filed_by}</span>}{' '}
      {isEmpty && (
        <span class="entry-none">
          {hasNoDocument(entry) ? 'Text-only entry' : 'Document not available here'}
        </span>
      )}
      {details && (
        <>
          <EventLine events={details.events} />
          <RelatedLine relations={details.relations} url={`/entries/${id}`} />
          {details.corrections.length > 0 && (
            <p class="corrected-line">
              <CorrectedTag corrections={details.corrections} timeZone={timeZone} />
            </p>
          )}
        </>
      )}
    </div>
  )
}
