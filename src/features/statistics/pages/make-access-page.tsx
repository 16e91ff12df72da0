import type { Database } from '../../../platform/database/schema.ts'
import type { Assets } from '../../../platform/http/assets.ts'
import { renderPage } from '../../../ui/layout/render.tsx'
import { readAccess, readPageCursor } from '../access-url.ts'
import { type AccessFigures, readFigures } from '../figures/statistics.ts'
import type { AccessFilter } from '../figures/statistics-rules.ts'
import { type AccessPageRequest, DocumentAccessPage } from './document-access-page.tsx'

/** Runs off the serving thread (reading-thread.ts), because rendering thousands of rows would block all other requests. */
export function createAccessPageMaker(db: Database, timeZone: string, assets: Assets) {
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
      <DocumentAccessPage {...read} layout={{ ...layout, assets }} document={document} now={now} />,
    )
  }
}

const PAGE_LENGTH = 100

async function readDownloadsPage(figures: AccessFigures, filter: AccessFilter, query: unknown) {
  const after = readPageCursor((query as { after?: unknown }).after)
  const result = await figures.listDownloads(filter, { after, limit: PAGE_LENGTH + 1 })
  const lines = result.slice(0, PAGE_LENGTH)
  const older = result.length > PAGE_LENGTH ? lines.at(-1) : undefined
  return { lines, isNewest: after === undefined, older }
}
