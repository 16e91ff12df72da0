import { formatDate } from '../../../shared/date.ts'
import { DocumentList, Marked } from '../../../ui/document-list.tsx'
import { EntryEvents, EventLine } from '../../calendar/event-lists.tsx'
import { CorrectedTag, CorrectionNotes } from '../../corrections/correction-notes.tsx'
import { RelatedEntries, RelatedLine } from '../../relations/related-entries.tsx'
import { FoundPages } from '../../search/results.tsx'
import { hasOwnText } from '../entries/entry-rules.ts'
import { FoldedText } from '../entries/entry-text.tsx'
import type { EntryView } from '../entries/views.ts'
import { CHOICE_FORM } from './docket-news.tsx'

interface EntryProps {
  entry: EntryView
  publicUrl: string
}

/** One line of the docket: number and date to the left, what was filed to the right. */
export function EntryArticle({ entry, publicUrl, timeZone }: EntryProps & { timeZone: string }) {
  return (
    <article class="entry" id={`entry-${entry.id}`} data-added={entry.publishedAt}>
      <EntryMark entry={entry} />
      <div class="entry-body">
        <EntryKind entry={entry} />
        <h3 class="entry-title">
          <a href={entry.url}>
            {entry.found ? <Marked pieces={entry.found.title} /> : entry.title}
          </a>
        </h3>
        <EntryOwnText entry={entry} />
        <EntryDetailLines entry={entry} timeZone={timeZone} />
        <EntryDocuments entry={entry} publicUrl={publicUrl} />
        <FoundPages entry={entry} publicUrl={publicUrl} />
      </div>
    </article>
  )
}

/** In a search, where the words stand; else its beginning, the rest at hand. */
function EntryOwnText({ entry }: { entry: EntryView }) {
  if (entry.found?.text) {
    return (
      <p class="entry-text">
        <Marked pieces={entry.found.text} />
      </p>
    )
  }
  return hasOwnText(entry) ? <FoldedText text={entry.description} /> : null
}

export function EntryMark({ entry }: { entry: EntryView }) {
  return (
    <p class="entry-mark">
      {entry.number === null ? (
        <span class="entry-number entry-number-none">
          <span aria-hidden="true">–</span>
          <span class="visually-hidden">No docket number</span>
        </span>
      ) : (
        <span class="entry-number">
          <span class="visually-hidden">Docket number </span>
          {entry.number}
        </span>
      )}{' '}
      <time class="entry-date" dateTime={entry.filedOn}>
        {formatDate(entry.filedOn)}
      </time>
    </p>
  )
}

export function EntryKind({ entry }: { entry: EntryView }) {
  const isTextOnly = entry.documents.length === 0
  if (!entry.type && !entry.filedBy && !isTextOnly) return null
  return (
    <p class="entry-kind">
      {entry.type && <span class="entry-type">{entry.type}</span>}{' '}
      {entry.filedBy && <span class="entry-filer">Filed by {entry.filedBy}</span>}{' '}
      {isTextOnly && <span class="tag">Text-only entry</span>}
    </p>
  )
}

/** @param hasChoice whether documents can be ticked, to be taken away together */
export function EntryDocuments({
  entry,
  publicUrl,
  hasChoice = true,
}: EntryProps & { hasChoice?: boolean }) {
  if (entry.documents.length === 0) return null
  return (
    <DocumentList
      documents={entry.documents}
      entryNumber={entry.number}
      publicUrl={publicUrl}
      choiceForm={hasChoice ? CHOICE_FORM : undefined}
      titles={entry.found?.documentTitles}
    />
  )
}

interface DetailProps {
  entry: EntryView
  timeZone: string
}

/** On the docket: dates, related entries and corrections, each in a line. */
export function EntryDetailLines({ entry, timeZone }: DetailProps) {
  const { details, url } = entry
  if (!details) return null
  return (
    <>
      <EventLine events={details.events} />
      <RelatedLine relations={details.relations} url={url} />
      {details.corrections.length > 0 && (
        <p class="corrected-line">
          <CorrectedTag corrections={details.corrections} timeZone={timeZone} />
        </p>
      )}
    </>
  )
}

/** On the entry's own page: all of it. */
export function EntryDetailParts({ entry, timeZone }: DetailProps) {
  const { details } = entry
  if (!details) return null
  return (
    <>
      <EntryEvents events={details.events} />
      <RelatedEntries relations={details.relations} />
      <CorrectionNotes corrections={details.corrections} timeZone={timeZone} />
    </>
  )
}
