import { filterQuery, isFiltered } from '../entries/docket-address.ts'
import type { DocketFilters } from '../entries/views.ts'

/** The form that the checkboxes beside documents belong to, wherever on the page they stand. */
export const CHOICE_FORM = 'chosen-documents'

/** Sends for the documents that were ticked; works without JavaScript. */
export function DownloadChosen() {
  return (
    <form class="download-chosen" id={CHOICE_FORM} method="get" action="/documents.zip">
      <button type="submit" class="button">
        Download selected documents (ZIP)
      </button>
    </form>
  )
}

/** Every document of the entries that the filters leave. */
export function DownloadAll({ filters }: { filters: DocketFilters }) {
  const query = filterQuery(filters)
  query.set('all', '1')
  return (
    <a class="download-all" href={`/documents.zip?${query}`} rel="nofollow">
      Download all documents {isFiltered(filters) ? 'of these entries' : ''} (ZIP)
    </a>
  )
}
