import { parse } from 'csv-parse/sync'
import { beforeEach, expect } from 'vitest'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { NewDocumentAccess } from '../../src/platform/database/schema.ts'
import { addAdministrator, newSignedIn } from './accounts-server.ts'
import { eachServer } from './each-server.ts'
import { LONG_SESSIONS } from './entries-server.ts'
import { addAccesses, addDocuments } from './expected-figures.ts'
import { shownText } from './shown-text.ts'
import { startServer } from './start-server.ts'

async function startAccess(dialect: DialectName) {
  const server = await startServer(dialect, LONG_SESSIONS)
  const { platform, time } = server
  time.now = NOW
  await addDocuments(platform.db, 3)
  await addAdministrator(platform)
  return {
    ...server,
    client: await newSignedIn(server),
    /** Replaces all recorded downloads. */
    async record(downloads: readonly Partial<NewDocumentAccess>[]) {
      await platform.db.deleteFrom('document_accesses').execute()
      await addAccesses(platform.db, downloads)
    },
  }
}

const NOW = Date.UTC(2026, 10, 21, 17)

export const PAGE = '/admin/document-access'
/** A moment on New York's clock in summer: `2026-07-28T12:00`. */
export const at = (time: string) => Date.parse(`${time}-04:00`)

/** 2 downloads without an IP, then 4 by two visitors, one of them a robot. */
const MIXED = [
  { accessed_at: at('2026-07-28T12:00'), source: 'access_log' },
  { accessed_at: at('2026-07-29T23:59'), source: 'access_log', document_id: 2 },
  { accessed_at: at('2026-07-30T00:00'), client_ip: '192.0.2.1' },
  { accessed_at: at('2026-07-30T10:00'), client_ip: '192.0.2.1', document_id: 2 },
  { accessed_at: at('2026-08-01T10:00'), client_ip: '192.0.2.1' },
  { accessed_at: at('2026-08-01T11:00'), client_ip: '192.0.2.9', is_robot: 1, user_agent: 'Bot/1' },
] as const
export const MIXED_RANGE = 'from=2026-07-27&to=2026-08-02'

/** Each test begins with the downloads of MIXED_RANGE: 6, of which 2 have no IP and 1 is by a robot. */
export function eachAccessServer(
  name: string,
  tests: (pages: ReturnType<typeof pagesOf>) => void,
): void {
  eachServer(name, startAccess, (server) => {
    beforeEach(async () => {
      server.time.now = NOW
      await server.record(MIXED)
    })
    tests(pagesOf(server))
  })
}

function pagesOf(server: Awaited<ReturnType<typeof startAccess>>) {
  async function openAt(path: string, query: string, status: number) {
    const answer = await server.client.get(query ? `${path}?${query}` : path)
    expect(answer.status).toBe(status)
    return answer.body
  }
  return {
    server,
    openAt,
    /** The page's HTML. */
    open: (query = '', status = 200) => openAt(PAGE, query, status),
    /** The file's rows as a spreadsheet reads them, the heading first. */
    csv: async (query: string): Promise<string[][]> =>
      parse(await openAt(`${PAGE}.csv`, query, 200), { bom: true }),
  }
}

/** The text of `data-figure`; undefined if the figure is not shown. */
export const figure = (body: string, name: string) =>
  new RegExp(`data-figure="${name}"[^>]*>([^<]*)<`).exec(body)?.[1]

/** The cells of each row of the table's body. */
export const rowsOf = (body: string) =>
  [...(/<tbody>(.*?)<\/tbody>/s.exec(body)?.[1] ?? '').matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(
    ([, row = '']) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => shownText(cell).trim()),
  )
