import type { Database } from '../../../platform/database/schema.ts'
import type { Assets } from '../../../platform/http/assets.ts'
import { renderPage } from '../../../ui/layout/render.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { readAccess, readPageCursor } from '../access-url.ts'
import { type AccessFigures, readFigures } from '../figures/statistics.ts'
import type { AccessFilter } from '../figures/statistics-rules.ts'
import type { DownloadsPage } from './access-tables.tsx'
import { DocumentAccessPage, type SubjectDocument } from './document-access-page.tsx'

/** Plain values only, so that it can be sent to another thread. */
export interface AccessPageRequest {
  query: unknown
  layout: Omit<AdminPageLayout, 'assets'>
  document: SubjectDocument | undefined
  /** Milliseconds. */
  now: number
}

/** Runs off the serving thread (reading-thread.ts), because rendering thousands of rows would block all other requests. */
export function createAccessPageMaker(deps: { db: Database; timeZone: string; assets: Assets }) {
  const { db, timeZone, assets } = deps
  return async ({ query, layout, document, now }: AccessPageRequest): Promise<string> => {
    const read = await readFigures(db, timeZone, async (figures) => {
      const access = await readAccess(figures, query, { now, timeZone })
      const { choice } = access
      const totals = await figures.readTotals(choice)
      const isListing = choice.view === 'download'
      const page = isListing ? await readDownloadsPage(figures, choice, query) : undefined
      return { ...access, totals, page, period: figures.period }
    })
    return renderPage(
      <DocumentAccessPage layout={{ ...layout, assets }} {...{ ...read, document, now }} />,
    )
  }
}

const PAGE_LENGTH = 100

/** @param query with `after` a row; otherwise the newest page */
async function readDownloadsPage(
  figures: AccessFigures,
  filter: AccessFilter,
  query: unknown,
): Promise<DownloadsPage> {
  const after = readPageCursor((query as { after?: unknown }).after)
  // One extra row shows whether there is another page.
  const result = await figures.listDownloads(filter, { after, limit: PAGE_LENGTH + 1 })
  const lines = result.slice(0, PAGE_LENGTH)
  const older = result.length > PAGE_LENGTH ? lines.at(-1) : undefined
  return { lines, isNewest: after === undefined, older }
}
