import { EntryEvents, EventLine } from '../../calendar/event-lists.tsx'
import { CorrectedTag, CorrectionNotes } from '../../corrections/correction-notes.tsx'
import { RelatedEntries, RelatedLine } from '../../relations/related-entries.tsx'
import type { EntryView } from '../entries/views.ts'

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
