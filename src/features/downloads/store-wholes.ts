import { locksOfNumbers } from '../../platform/database/dialect.ts'
import type { Database } from '../../platform/database/schema.ts'
import { runTogether } from '../../platform/database/sqlite/sqlite-thread.ts'
import { type WholeChain, wholeStatements } from './chain-queries.ts'
import { PAUSE_MS } from './download-rules.ts'
import { type Download, keysOf, type StoredDownload } from './store-downloads.ts'

/**
 * The short way for downloads of which none is a range, nor comes after one that has a record for both. Nearly all are
 * such, and a record may cost a download no more than a tenth of its rate.
 * @returns what stores them; undefined from that where they are not such, and nothing has been stored
 */
export function storesWholes(
  db: Database,
): (downloads: readonly Download[]) => Promise<StoredDownload[] | undefined> {
  const statements = wholeStatements(db)
  return async (downloads) => {
    const chains = chainsOf(downloads)
    if (!chains) return undefined
    const sources = chains.map(({ source }) => source)
    const rows = downloads.map(({ part: _, ...row }) => row)
    const found = await runTogether(db, [
      ...locksOfNumbers(db, sources),
      ...statements(rows, chains),
    ])
    const records = found.at(-2) as { id: number }[]
    if (records.length === 0) return undefined
    // `returning` promises no order, but ids rise in it.
    const ids = records.map(({ id }) => id).sort((a, b) => a - b)
    return ids.map((id) => ({ outcome: 'recorded', id }))
  }
}

/** Undefined where they are more than one statement can join. */
function chainsOf(downloads: readonly Download[]): WholeChain[] | undefined {
  const chains = new Map<string, WholeChain>()
  for (const download of downloads) {
    if (download.part === 'range') return undefined
    if (download.part === 'archived') continue
    const { accessed_at: at, document_id, client_ip, user_agent } = download
    const client = `${document_id} ${client_ip} ${user_agent}`
    const chain = chains.get(client) ?? {
      ...keysOf(download),
      first_at: at,
      last_at: at,
      wholes: 0,
    }
    chain.first_at = Math.min(chain.first_at, at)
    chain.last_at = Math.max(chain.last_at, at)
    chain.wholes += 1
    if (chain.last_at - chain.first_at >= PAUSE_MS) return undefined
    chains.set(client, chain)
  }
  return [...chains.values()]
}
