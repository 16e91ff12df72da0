import { summary } from '../../shared/clean-text.ts'
import { formatDate } from '../../shared/date.ts'
import { CopyCitation, CopyLink } from '../../ui/copy-text.tsx'
import { type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FollowCase } from '../../ui/subscribe-form.tsx'
import { ViewerDialog } from '../../ui/viewer.tsx'
import { EntryEvents } from '../calendar/event-lists.tsx'
import { CorrectionNotes } from '../corrections/correction-notes.tsx'
import { hasOwnText, noDocumentSentence } from '../docket/entries/entry-rules.ts'
import type { Neighbors } from '../docket/entries/queries.ts'
import type { EntryView } from '../docket/entries/views.ts'
import { RelatedEntries } from '../relations/related-entries.tsx'
import { citeFiling } from '../site/citation-rules.ts'
import { DownloadChosen, EntryDocuments, EntryMark, Linked, NeighborLinks } from './entry-parts.tsx'

type EntryPageProps = { layout: PublicFrame; entry: EntryView; neighbors: Neighbors }

export function EntryPage({ layout, entry, neighbors }: EntryPageProps) {
  const { publicUrl, timeZone } = layout.site
  const { number, title, type, filed_by, details, documents } = entry
  const url = `/entries/${entry.id}`
  const hasChoice = documents.length > 1
  return (
    <PublicLayout
      {...layout}
      title={number === null ? title : `No. ${number}: ${title}`}
      canonicalPath={url}
      description={summary(`Filed ${formatDate(entry.filed_on)}. ${entry.description || title}`)}
    >
      <article class="wrap entry-page">
        <EntryMark entry={entry} />
        {(type || filed_by) && (
          <p class="entry-kind">
            {type && <span class="entry-type">{type}</span>}{' '}
            {filed_by && <span class="entry-filer">Filed by {filed_by}</span>}
          </p>
        )}
        <h1>{title}</h1>
        <p class="page-tools">
          <CopyLink link={`${publicUrl}${url}`} what="this entry" />
          <CopyCitation citation={citeFiling(layout.site, entry)} what="this entry" />
        </p>
        {hasOwnText(entry) && (
          <p class="entry-text">
            <Linked text={entry.description} entry={entry} />
          </p>
        )}
        <EntryDocuments entry={entry} publicUrl={publicUrl} hasChoice={hasChoice} />
        {hasChoice && <DownloadChosen all={documents} />}
        {documents.length === 0 && (
          <Notice kind="info">
            <p>{noDocumentSentence(entry)}</p>
          </Notice>
        )}
        {details && (
          <>
            <EntryEvents events={details.events} />
            <RelatedEntries relations={details.relations} />
            <CorrectionNotes corrections={details.corrections} timeZone={timeZone} />
          </>
        )}
        <NeighborLinks neighbors={neighbors} />
        <FollowCase site={layout.site} />
      </article>
      <ViewerDialog />
    </PublicLayout>
  )
}
