import { summary } from '../../../shared/clean-text.ts'
import { formatDate } from '../../../shared/date.ts'
import { CopyLink, CopyText } from '../../../ui/copy-text.tsx'
import { DocumentList, Marked } from '../../../ui/document-list.tsx'
import { type PublicFrame, PublicLayout } from '../../../ui/layout/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FollowCase } from '../../../ui/subscribe-form.tsx'
import { ViewerDialog } from '../../../ui/viewer.tsx'
import { EntryEvents, EventLine } from '../../calendar/event-lists.tsx'
import { CorrectedTag, CorrectionNotes } from '../../corrections/correction-notes.tsx'
import { linkNumbers } from '../../relations/link-rules.ts'
import { RelatedEntries, RelatedLine } from '../../relations/related-entries.tsx'
import { FoundPages, WholeEntry } from '../../search/results.tsx'
import { citeFiling } from '../../site/citation-rules.ts'
import { hasOwnText } from '../entries/entry-rules.ts'
import type { Neighbors } from '../entries/queries.ts'
import { runIn } from '../entries/run-in-rules.ts'
import type { EntryView, FoundView } from '../entries/views.ts'
import { entryData } from './structured-data.ts'

interface EntryProps {
  entry: EntryView
  publicUrl: string
  timeZone: string
}

export function EntryArticle({ entry, publicUrl, timeZone }: EntryProps) {
  const { found } = entry
  const shown = found ? { ...entry, documents: found.documents } : entry
  return (
    <article class="entry" id={`entry-${entry.id}`} data-added={entry.publishedAt}>
      <EntryMark entry={entry} hasType />
      <div class="entry-body">
        {found ? <FoundWords entry={entry} found={found} /> : <EntryWords entry={entry} />}
        {found && <FoundPages found={found} entry={entry} publicUrl={publicUrl} />}
        <EntryFacts entry={entry} timeZone={timeZone} />
        <EntryDocuments entry={shown} publicUrl={publicUrl} />
        {found && <WholeEntry found={found} entry={entry} />}
      </div>
    </article>
  )
}

/** The title, run in, and the text as far as it says more; the rest is folded, and opens without JavaScript. */
function EntryWords({ entry }: { entry: EntryView }) {
  const { title, shown, folded } = runIn(entry, entry.documents.length > 1)
  return (
    <div class="entry-words">
      <h3 class="entry-title">
        <a href={entry.url}>{title}</a>
      </h3>
      {shown && <Linked text={shown} entry={entry} />}
      {folded && ' … '}
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

/** The numbers of the entries that the text refers to are links to them. */
function Linked({ text, entry }: { text: string; entry: EntryView }) {
  return (
    <>
      {linkNumbers(text, entry.details?.relations ?? []).map((piece, index) =>
        piece.url ? (
          <a key={index} href={piece.url}>
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )}
    </>
  )
}

/** In a search, an excerpt below the title. */
function FoundWords({ entry, found }: { entry: EntryView; found: FoundView }) {
  return (
    <>
      <h3 class="entry-title">
        <a href={entry.url}>
          <Marked pieces={found.title} />
        </a>
      </h3>
      {found.text && (
        <p class="entry-text">
          <Marked pieces={found.text} />
        </p>
      )}
    </>
  )
}

interface EntryMarkProps {
  entry: EntryView
  hasType?: boolean
}

function EntryMark({ entry, hasType = false }: EntryMarkProps) {
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
      </time>{' '}
      {hasType && entry.type && <span class="entry-type">{entry.type}</span>}
    </p>
  )
}

/** Clerks file papers that are not for everyone, too: those have a number. */
function withoutDocument({ documents, number }: EntryView): string | undefined {
  if (documents.length > 0) return undefined
  return number === null ? 'Text-only entry' : 'Document not available here'
}

/** Who filed it, dates, related entries and corrections, on one line where it is wide enough. */
function EntryFacts({ entry, timeZone }: Omit<EntryProps, 'publicUrl'>) {
  const { details, filedBy, url } = entry
  const none = withoutDocument(entry)
  if (!filedBy && !none && !details) return null
  return (
    <div class="entry-facts">
      {filedBy && <span class="entry-filer">Filed by {filedBy}</span>}{' '}
      {none && <span class="entry-none">{none}</span>}
      {details && (
        <>
          <EventLine events={details.events} />
          <RelatedLine relations={details.relations} url={url} />
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

function EntryKind({ entry }: { entry: EntryView }) {
  const none = withoutDocument(entry)
  if (!entry.type && !entry.filedBy && !none) return null
  return (
    <p class="entry-kind">
      {entry.type && <span class="entry-type">{entry.type}</span>}{' '}
      {entry.filedBy && <span class="entry-filer">Filed by {entry.filedBy}</span>}{' '}
      {none && <span class="tag">{none}</span>}
    </p>
  )
}

/** The form of the checkboxes beside documents, which are all over the page. */
const CHOICE_FORM = 'chosen-documents'

/** Works without JavaScript. */
export function DownloadChosen() {
  return (
    <form
      class="download-chosen"
      id={CHOICE_FORM}
      method="get"
      action="/documents.zip"
      data-selection
    >
      <span role="status" data-selection-report />
      <button type="submit" class="button">
        Download selected documents (ZIP)
      </button>
    </form>
  )
}

interface EntryDocumentsProps extends Omit<EntryProps, 'timeZone'> {
  hasChoice?: boolean
}

function EntryDocuments({ entry, publicUrl, hasChoice = true }: EntryDocumentsProps) {
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

/** The entry's permalink: everything about it, nothing folded away. */
interface EntryPageProps {
  layout: PublicFrame
  entry: EntryView
  neighbors: Neighbors
}

export function EntryPage({ layout, entry, neighbors }: EntryPageProps) {
  const { publicUrl, timeZone } = layout.site
  const { number, filedOn, title, details } = entry
  const hasChoice = entry.documents.length > 1
  const filing = { entryNumber: number, attachmentNumber: 0, filedOn, title }
  return (
    <PublicLayout
      {...layout}
      title={number === null ? title : `No. ${number}: ${title}`}
      canonicalPath={entry.url}
      description={summary(`Filed ${formatDate(filedOn)}. ${entry.description || title}`)}
      structuredData={entryData(layout.site, entry)}
    >
      <article class="wrap entry-page">
        <EntryMark entry={entry} />
        <EntryKind entry={entry} />
        <h1>{title}</h1>
        {hasOwnText(entry) && (
          <p class="entry-text">
            <Linked text={entry.description} entry={entry} />
          </p>
        )}
        <EntryDocuments entry={entry} publicUrl={publicUrl} hasChoice={hasChoice} />
        {hasChoice && <DownloadChosen />}
        {entry.documents.length === 0 && (
          <Notice kind="info">
            <p>
              {number === null
                ? 'This is a text-only entry. It has no documents.'
                : 'The document of this entry is not available on this site. The court’s clerk may have it.'}
            </p>
          </Notice>
        )}
        {details && (
          <>
            <EntryEvents events={details.events} />
            <RelatedEntries relations={details.relations} />
            <CorrectionNotes corrections={details.corrections} timeZone={timeZone} />
          </>
        )}
        <p class="page-tools">
          <CopyLink link={`${publicUrl}${entry.url}`} what="this entry" />
          <CopyText
            text={citeFiling(layout.site, filing)}
            label="Copy citation"
            noun="Citation"
            what="of this entry"
          />
          <a href="/">All entries</a>
        </p>
        <NeighborLinks {...neighbors} />
        <FollowCase />
      </article>
      <ViewerDialog />
    </PublicLayout>
  )
}

function NeighborLinks({ earlier, later }: Neighbors) {
  return (
    <nav class="neighbors" aria-label="Previous and next entry">
      {earlier && <NeighborLink entry={earlier} label="Previous entry" rel="prev" />}
      {later && <NeighborLink entry={later} label="Next entry" rel="next" />}
    </nav>
  )
}

interface NeighborLinkProps {
  entry: NonNullable<Neighbors['later']>
  label: string
  rel: 'prev' | 'next'
}

function NeighborLink({ entry: { id, number, title }, label, rel }: NeighborLinkProps) {
  return (
    <a href={`/entries/${id}`} rel={rel}>
      <span class="neighbor-label">{label}</span>
      {number !== null && `No. ${number}: `}
      {title}
    </a>
  )
}
