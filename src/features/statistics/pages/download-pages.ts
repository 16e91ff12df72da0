import { type Place, readPlace } from '../access-address.ts'
import type { DownloadLine, DownloadPage } from '../figures/download-list.ts'
import type { AccessFilter } from '../figures/statistics-rules.ts'

const PAGE_LENGTH = 100

/** A page of single downloads, newest first, and from where the pages beside it begin. */
export interface DownloadsPage {
  lines: DownloadLine[]
  /** The page of newer ones ends just before this line; undefined on the newest page. */
  newer?: Place | undefined
  older?: Place | undefined
}

type ListDownloads = (filter: AccessFilter, page: DownloadPage) => Promise<DownloadLine[]>

/** @param query `after` or `before` a line; anything else is the newest page */
export async function readDownloadsPage(
  list: ListDownloads,
  filter: AccessFilter,
  query: unknown,
): Promise<DownloadsPage> {
  const { after, before } = query as Record<string, unknown>
  const end = readPlace(before)
  return end ? pageBefore(list, filter, end) : pageAfter(list, filter, readPlace(after))
}

/** One line more than is shown tells whether there is another page. */
const limit = PAGE_LENGTH + 1

async function pageAfter(
  list: ListDownloads,
  filter: AccessFilter,
  after: Place | undefined,
): Promise<DownloadsPage> {
  const found = await list(filter, { order: 'newest', after, limit })
  const lines = found.slice(0, PAGE_LENGTH)
  return {
    lines,
    newer: after && lines[0],
    older: found.length > PAGE_LENGTH ? lines.at(-1) : undefined,
  }
}

async function pageBefore(
  list: ListDownloads,
  filter: AccessFilter,
  before: Place,
): Promise<DownloadsPage> {
  const found = await list(filter, { order: 'oldest', after: before, limit })
  const lines = found.slice(0, PAGE_LENGTH).reverse()
  return {
    lines,
    newer: found.length > PAGE_LENGTH ? lines[0] : undefined,
    older: lines.at(-1),
  }
}
