import { lockNumbers } from '../../platform/database/dialect.ts'
import { forRows } from '../../platform/database/row-statement.ts'
import type { Database, Queryable } from '../../platform/database/schema.ts'
import { transactOnce } from '../../platform/database/transact-once.ts'
import {
  addToChains,
  type Chains,
  chainOf,
  downloadsOf,
  isAdjacent,
  isRobot,
  type KeyedDownload,
  type SendOutcome,
  type SentDocument,
  type StoredChain,
  withKeys,
} from './download-rules.ts'

export type StoredDownload = KeyedDownload & { outcome: SendOutcome; id: number | null }

export type DownloadStore = ReturnType<typeof createDownloadStore>

export const createDownloadStore = (db: Database) => ({
  /** In one transaction, all recorded once or none; others of the same address and document wait. */
  storeDownloads: (sent: readonly SentDocument[]): Promise<StoredDownload[]> =>
    transactOnce(db, async (trx) => {
      const downloads = sent.map(withKeys)
      const chains = await takeChains(trx, downloads)
      const stored = downloads.map((download): StoredDownload => {
        return { ...download, outcome: addToChains(chains, download), id: null }
      })
      const recorded = stored.filter(({ outcome }) => outcome === 'recorded')
      const ids = await insertDownloads(trx, recorded)
      for (const [place, download] of recorded.entries()) {
        download.id = ids[place] ?? null
        const chain = chainWith(chains, download)
        if (chain) chain.access_id ??= download.id
      }
      await saveChains(trx, chainsOf(chains, stored))
      return stored
    }),

  /** Undoes storeDownloads for responses that were not sent whole after all. */
  withdrawDownloads: (stored: readonly StoredDownload[]): Promise<void> =>
    transactOnce(db, async (trx) => {
      const chains = await takeChains(trx, stored)
      const surplus = stored.flatMap((download) => takeFromChain(chains, download) ?? [])
      await deleteDownloads(trx, surplus)
      await saveChains(trx, chainsOf(chains, stored))
    }),

  async deleteChains(before: number): Promise<void> {
    await db.deleteFrom('download_chains').where('last_at', '<', before).execute()
  },
})

export async function isPrefetched(db: Queryable, sent: SentDocument): Promise<boolean> {
  const [chain] = await listChains(db, [withKeys(sent)])
  return chain?.prefetched === 1
}

/** Locks the chains of these downloads, existing or not, until the transaction ends. */
async function takeChains(trx: Queryable, downloads: readonly KeyedDownload[]): Promise<Chains> {
  const chained = downloads.filter(({ part }) => part !== 'archived')
  const sources = chained.map(({ source }) => source)
  await lockNumbers(trx, sources)
  const chains = await listChains(trx, chained)
  return new Map(chains.map((chain) => [chain.visitor, chain]))
}

const chainWith = (chains: Chains, { part, visitor }: KeyedDownload) =>
  part === 'archived' ? undefined : chains.get(visitor)

const chainsOf = (chains: Chains, downloads: readonly KeyedDownload[]) => [
  ...new Set(downloads.flatMap((download) => chainWith(chains, download) ?? [])),
]

/** @returns the record to be deleted, if any */
function takeFromChain(chains: Chains, download: StoredDownload): number | null {
  const { outcome, id } = download
  if (outcome === 'refused') return null
  const chain = chainWith(chains, download)
  const alone = chainOf(download)
  if (!chain || !isAdjacent(chain, alone)) return id
  const before = downloadsOf(chain)
  chain.wholes -= alone.wholes
  chain.ranges -= alone.ranges
  if (alone.prefetched) chain.prefetched = 0
  if (downloadsOf(chain) === before) {
    // The record now stands for what is left of the chain.
    chain.access_id ??= id
    return null
  }
  const surplus = id ?? chain.access_id
  if (surplus === chain.access_id) chain.access_id = null
  return surplus
}

const listChains = forRows<KeyedDownload, StoredChain>(
  { source: 'bigint', visitor: 'bigint', part: 'text' },
  `select c.* from v join download_chains c on c.source = v.source and c.visitor = v.visitor
    union select c.* from v join download_chains c on c.source = v.source and c.wholes = 0 where v.part = 'range'`,
)

const CHAIN = {
  source: 'bigint',
  visitor: 'bigint',
  first_at: 'bigint',
  last_at: 'bigint',
  wholes: 'integer',
  ranges: 'integer',
  prefetched: 'integer',
  access_id: 'bigint',
} as const
const CHAIN_NAMES = Object.keys(CHAIN).join(', ')

const saveChains = forRows<StoredChain>(
  CHAIN,
  `insert into download_chains (${CHAIN_NAMES}) select ${CHAIN_NAMES} from v where true
    on conflict (source, visitor) do update set first_at = excluded.first_at, last_at = excluded.last_at,
      wholes = excluded.wholes, ranges = excluded.ranges, prefetched = excluded.prefetched, access_id = excluded.access_id`,
)

const insertRecords = forRows<SentDocument & { is_robot: number }, { id: number }>(
  {
    document_id: 'integer',
    accessed_at: 'bigint',
    client_ip: 'text',
    user_agent: 'text',
    is_robot: 'integer',
  },
  `insert into document_accesses (document_id, accessed_at, client_ip, user_agent, is_robot, source)
    select document_id, accessed_at, client_ip, user_agent, is_robot, 'service' from v returning id`,
)

/** @returns their ids in the same order: `returning` promises no order, but ids are assigned in it */
async function insertDownloads(db: Queryable, downloads: SentDocument[]): Promise<number[]> {
  const rows = downloads.map((download) => {
    return { ...download, is_robot: isRobot(download.user_agent) ? 1 : 0 }
  })
  const inserted = await insertRecords(db, rows)
  return inserted.map(({ id }) => id).sort((a, b) => a - b)
}

export async function deleteDownloads(db: Queryable, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('document_accesses').where('id', 'in', ids).execute()
}
