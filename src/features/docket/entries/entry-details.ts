import type { Queryable } from '../../../platform/database/schema.ts'
import { eventView } from '../../calendar/event-lists.tsx'
import { listEvents } from '../../calendar/queries.ts'
import { correctionViews } from '../../corrections/correction-notes.tsx'
import { listCorrections, listVersions } from '../../corrections/queries.ts'
import { listRelated, listRelating } from '../../relations/queries.ts'
import { relationViews } from '../../relations/related-entries.tsx'
import type { EntryWithDocuments } from './to-view.ts'
import type { EntryDetails } from './views.ts'
/** By entry; one query of each kind for all of them. The entries are public: so are the details. */
export async function findDetails(
  db: Queryable,
  entries: readonly EntryWithDocuments[],
): Promise<ReadonlyMap<number, EntryDetails>> {
  const ids = entries.map(({ entry }) => entry.id)
  const documents = entries.flatMap((found) => found.documents)
  const [related, relating, events, corrections, versions] = await Promise.all([
    listRelated(db, ids),
    listRelating(db, ids),
    listEvents(db, ids),
    listCorrections(db, ids),
    listVersions(
      db,
      documents.map(({ id }) => id),
    ),
  ])
  const of = <Row extends { entry_id: number }>(rows: readonly Row[], id: number) =>
    rows.filter((row) => row.entry_id === id)
  return new Map(
    entries.map(({ entry: { id }, documents }) => {
      const titles = new Map(documents.map((document) => [document.id, document.title]))
      const details: EntryDetails = {
        relations: relationViews(of(related, id), of(relating, id)),
        events: of(events, id).map(eventView),
        corrections: correctionViews({
          corrections: of(corrections, id),
          versions: versions.filter(({ document_id }) => titles.has(document_id)),
          titles,
        }),
      }
      return [id, details]
    }),
  )
}
