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

export interface StoredDownload {
  outcome: SendOutcome
  id: number | undefined
}

export interface Withdrawal {
  sent: readonly SentDocument[]
  stored: readonly StoredDownload[]
}

/** How downloads are stored: here, or by a thread that offers these functions. */
export type DownloadStore = ReturnType<typeof createDownloadStore>

export const createDownloadStore = (db: Database) => ({
  /** In one transaction, all recorded once or none; others of the same address and document wait. */
  storeDownloads: (sent: readonly SentDocument[]): Promise<StoredDownload[]> =>
    transactOnce(db, async (trx) => {
      const downloads = sent.map(withKeys)
      const chains = await takeChains(trx, downloads)
      const outcomes = downloads.map((download) => addToChains(chains, download))
      const recorded = downloads.filter((_, place) => outcomes[place] === 'recorded')
      const ids = await insertDownloads(trx, recorded)
      const stored = outcomes.map((outcome) => ({
        outcome,
        id: outcome === 'recorded' ? ids.shift() : undefined,
      }))
      const changed = downloads.flatMap(({ visitor }, place) => {
        const chain = chains.get(visitor)
        if (!chain || outcomes[place] === 'refused') return []
        chain.access_id ??= stored[place]?.id ?? null
        return [chain]
      })
      await saveChains(trx, [...new Set(changed)])
      return stored
    }),

  /** Undoes storeDownloads for responses that were not sent whole after all. */
  withdrawDownloads: ({ sent, stored }: Withdrawal): Promise<void> =>
    transactOnce(db, async (trx) => {
      const downloads = sent.map(withKeys)
      const chains = await takeChains(trx, downloads)
      const surplus = downloads.flatMap((download, place) =>
        takeFromChain(chains, download, stored[place]),
      )
      await deleteDownloads(trx, surplus)
      const changed = downloads.flatMap(({ visitor }) => chains.get(visitor) ?? [])
      await saveChains(trx, [...new Set(changed)])
    }),

  /** Deletes chains that ended before this time: no new request can belong to them. */
  async deleteChains(before: number): Promise<void> {
    await db.deleteFrom('download_chains').where('last_at', '<', before).execute()
  },
})

/** Whether the document was prefetched for this client, who has not asked for it since. */
export async function isPrefetched(db: Queryable, sent: SentDocument): Promise<boolean> {
  const [chain] = await listChains(db, [{ ...withKeys(sent), is_range: 0 }])
  return chain?.prefetched === 1
}

/** Locks the chains of these downloads, existing or not, until the transaction ends. */
async function takeChains(trx: Queryable, downloads: readonly KeyedDownload[]): Promise<Chains> {
  const chained = downloads.filter(({ part }) => part !== 'archived')
  if (chained.length === 0) return new Map()
  const sources = chained.map(({ source }) => source)
  await lockNumbers(trx, sources)
  const keys = chained.map(({ source, visitor, part }) => {
    return { source, visitor, is_range: part === 'range' ? 1 : 0 }
  })
  const chains = await listChains(trx, keys)
  return new Map(chains.map((chain) => [chain.visitor, chain]))
}

/** @returns the record to be deleted, if any */
function takeFromChain(
  chains: Chains,
  download: KeyedDownload,
  stored: StoredDownload | undefined,
): number[] {
  if (!stored || stored.outcome === 'refused') return []
  const own = stored.id ?? null
  const chain = download.part === 'archived' ? undefined : chains.get(download.visitor)
  const alone = chainOf(download)
  if (!chain || !isAdjacent(chain, alone)) return own === null ? [] : [own]
  const before = downloadsOf(chain)
  chain.wholes -= alone.wholes
  chain.ranges -= alone.ranges
  if (alone.prefetched) chain.prefetched = 0
  if (downloadsOf(chain) === before) {
    // The record now stands for what is left of the chain.
    chain.access_id ??= own
    return []
  }
  const id = own ?? chain.access_id
  if (id === chain.access_id) chain.access_id = null
  return id === null ? [] : [id]
}

type ChainKey = Pick<StoredChain, 'source' | 'visitor'> & { is_range: number }

const KEY = { source: 'bigint', visitor: 'bigint', is_range: 'integer' } as const
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

const listChains = forRows<ChainKey, StoredChain>(
  KEY,
  `select c.* from v join download_chains c on c.source = v.source and c.visitor = v.visitor
    union select c.* from v join download_chains c on c.source = v.source and c.wholes = 0 where v.is_range = 1`,
)

const saveChains = forRows<StoredChain>(
  CHAIN,
  `insert into download_chains (${CHAIN_NAMES}) select ${CHAIN_NAMES} from v where true
    on conflict (source, visitor) do update set first_at = excluded.first_at, last_at = excluded.last_at,
      wholes = excluded.wholes, ranges = excluded.ranges, prefetched = excluded.prefetched, access_id = excluded.access_id`,
)

const RECORD = {
  document_id: 'integer',
  accessed_at: 'bigint',
  client_ip: 'text',
  user_agent: 'text',
  is_robot: 'integer',
} as const
const RECORD_NAMES = Object.keys(RECORD).join(', ')

const insertRecords = forRows<SentDocument & { is_robot: number }, { id: number }>(
  RECORD,
  `insert into document_accesses (${RECORD_NAMES}, source)
    select ${RECORD_NAMES}, 'service' from v returning id`,
)

/** @returns their ids in the same order: `returning` promises no order, but ids are assigned in it */
async function insertDownloads(db: Queryable, downloads: SentDocument[]): Promise<number[]> {
  const rows = downloads.map((download) => ({
    ...download,
    is_robot: isRobot(download.user_agent) ? 1 : 0,
  }))
  const inserted = await insertRecords(db, rows)
  return inserted.map(({ id }) => id).sort((a, b) => a - b)
}

export async function deleteDownloads(db: Queryable, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('document_accesses').where('id', 'in', ids).execute()
}
