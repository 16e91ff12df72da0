import { text } from 'node:stream/consumers'
import { counted } from '../../shared/number-rules.ts'
import { type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'
import { renderInPieces } from '../../ui/layout/render.tsx'
import { docketUrl, isFiltered } from '../docket/entries/docket-url.ts'
import type { DocketFilters, EntryView } from '../docket/entries/views.ts'
import { EntryArticle } from './entry-article.tsx'

/** Entries on one page; a longer docket is printed by filing dates. */
export const MAX_PRINTED = 1000

export const printUrl = (filters: DocketFilters) => docketUrl({ ...filters, page: 1 }, '/print')

/** The script client/print.ts opens the print dialog. */
export async function renderPrintPage(
  layout: PublicFrame,
  entries: readonly EntryView[],
  { filters, total }: { filters: DocketFilters; total: number },
) {
  const { publicUrl, timeZone } = layout.site
  const all = `${counted(total, 'entry', 'entries')}${isFiltered(filters) ? ' found' : ''}`
  const shown = entries.length.toLocaleString('en-US')
  const heading = entries.length < total ? `The first ${shown} of ${all}` : all
  const page = (
    <PublicLayout {...layout} title="Printable docket" noIndex>
      <div class="wrap" data-print-now>
        <p class="print-back">
          <a href={docketUrl(filters)}>Back to the docket</a>
        </p>
        <h1 class="section-heading">{heading}</h1>
        <ol class="docket">
          <slot />
        </ol>
      </div>
    </PublicLayout>
  )
  const pieces = entries.map((entry) => (
    <li key={entry.id}>
      <EntryArticle entry={entry} publicUrl={publicUrl} timeZone={timeZone} isPrinted />
    </li>
  ))
  // Other visitors are served in between.
  return text(renderInPieces(page, pieces))
}
