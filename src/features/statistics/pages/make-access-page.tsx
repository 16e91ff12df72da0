import type { Database } from '../../../platform/database/schema.ts'
import type { Assets } from '../../../platform/http/assets.ts'
import { renderPage } from '../../../ui/layout/render.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { type Refused, readAsked, readView } from '../access-address.ts'
import { type DownloadPage, listDownloads } from '../figures/download-queries.ts'
import { createFigureReader, type FigureSource } from '../figures/figure-reader.ts'
import type { AccessFilter } from '../figures/statistics-rules.ts'
import { presetsOf } from '../range-rules.ts'
import { DocumentAccessPage, type SubjectDocument } from './document-access-page.tsx'
import { readDownloadsPage } from './download-view.tsx'

/** Values alone, so that it can go to another thread. */
export interface AccessPageQuestion {
  source: FigureSource
  /** Of the page's address. */
  query: unknown
  layout: Omit<AdminPageLayout, 'assets'>
  /** Where the figures are of one document alone. */
  document: SubjectDocument | undefined
  /** Milliseconds. */
  now: number
}

/** The page in UTF-8, or why that range cannot be shown. */
export type AccessPageAnswer =
  | { html: Uint8Array<ArrayBuffer>; refused?: undefined }
  | { html?: undefined; refused: Refused }

interface Means {
  /** Only read from. */
  db: Database
  timeZone: string
  assets: Assets
}

/** @returns makes a Document Access page; undefined where the figures cannot be had from that source at this moment */
export function createAccessPageMaker({ db, timeZone, assets }: Means) {
  const readFigures = createFigureReader(() => db, timeZone)
  const list = (filter: AccessFilter, page: DownloadPage) =>
    listDownloads(db, timeZone, filter, page)

  return async ({
    source,
    query,
    layout,
    document,
    now,
  }: AccessPageQuestion): Promise<{ found: AccessPageAnswer } | undefined> => {
    const answer = await readFigures(source, async (figures) => {
      const asked = await readAsked(figures, query, { now, timeZone })
      return asked.errors ? asked : { ...asked, ...(await readView(figures, asked)) }
    })
    if (!answer) return undefined
    const { found } = answer
    if (found.errors) return { found: { refused: found } }
    const { choice, range, filter, totals, period, known, rows } = found
    const page = rows.view === 'download' ? await readDownloadsPage(list, filter, query) : undefined
    const html = renderPage(
      <DocumentAccessPage
        layout={{ ...layout, assets }}
        form={{ presets: presetsOf(known), typed: range }}
        {...{ choice, range, document, totals, period, now, rows, page }}
      />,
    )
    return { found: { html: new TextEncoder().encode(html) } }
  }
}
