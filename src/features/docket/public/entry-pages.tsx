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
import { RelatedEntries, RelatedLine } from '../../relations/related-entries.tsx'
import { FoundPages, WholeEntry } from '../../search/results.tsx'
import { citeFiling } from '../../site/citation-rules.ts'
import { hasOwnText } from '../entries/entry-rules.ts'
import { FoldedText } from '../entries/entry-text.tsx'
import type { EntryView } from '../entries/views.ts'
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
      <EntryMark entry={entry} />
      <div class="entry-body">
        <EntryKind entry={entry} />
        <h3 class="entry-title">
          <a href={entry.url}>{found ? <Marked pieces={found.title} /> : entry.title}</a>
        </h3>
        <EntryOwnText entry={entry} />
        {found && <FoundPages found={found} entry={entry} publicUrl={publicUrl} />}
        <EntryDetailLines entry={entry} timeZone={timeZone} />
        <EntryDocuments entry={shown} publicUrl={publicUrl} />
        {found && <WholeEntry found={found} entry={entry} />}
      </div>
    </article>
  )
}

/** In a search, an excerpt; otherwise the beginning, with the rest folded. */
function EntryOwnText({ entry }: { entry: EntryView }) {
  if (!entry.found) return hasOwnText(entry) ? <FoldedText text={entry.description} /> : null
  const { text } = entry.found
  return text ? (
    <p class="entry-text">
      <Marked pieces={text} />
    </p>
  ) : null
}

function EntryMark({ entry }: { entry: EntryView }) {
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

function EntryKind({ entry }: { entry: EntryView }) {
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

/** The form of the checkboxes beside documents, which are all over the page. */
const CHOICE_FORM = 'chosen-documents'

/** Works without JavaScript. */
export function DownloadChosen() {
  return (
    <form class="download-chosen" id={CHOICE_FORM} method="get" action="/documents.zip">
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

function EntryDetailLines({ entry, timeZone }: Omit<EntryProps, 'publicUrl'>) {
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

/** The entry's permalink: everything about it, nothing folded away. */
export function EntryPage({ layout, entry }: { layout: PublicFrame; entry: EntryView }) {
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
        {hasOwnText(entry) && <p class="entry-text">{entry.description}</p>}
        <EntryDocuments entry={entry} publicUrl={publicUrl} hasChoice={hasChoice} />
        {hasChoice && <DownloadChosen />}
        {entry.documents.length === 0 && (
          <Notice kind="info">
            <p>This is a text-only entry. It has no documents.</p>
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
        <FollowCase />
      </article>
      <ViewerDialog />
    </PublicLayout>
  )
}
