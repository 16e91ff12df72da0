import { locksOfNumbers } from '../../platform/database/dialect.ts'
import type { Database, Queryable } from '../../platform/database/schema.ts'
import {
  deleteDownloads,
  findRecord,
  insertDownloads,
  listChains,
  type StoredChain,
  saveChains,
} from './chain-queries.ts'
import {
  type Chain,
  downloadsOf,
  isTouching,
  joinChains,
  MOST_FROM_RANGES,
  periodOf,
  sourceOf,
  visitorOf,
} from './download-rules.ts'
import type { SentDocument } from './send-document.ts'

/** Its user agent is as storedUserAgent makes it. */
export interface Download extends SentDocument {
  is_robot: number
}

/** What became of it: a record; nothing, being a part of a download that has one; nothing, being too many. */
export interface StoredDownload {
  outcome: 'recorded' | 'joined' | 'refused'
  id: number | undefined
}

/** All in one transaction; whoever stores downloads of the same address and document meanwhile waits. */
export function storeDownloads(
  db: Database,
  downloads: readonly Download[],
): Promise<StoredDownload[]> {
  return db.transaction().execute(async (trx) => {
    const keyed = downloads.map(withKeys)
    const chains = await takeChains(trx, keyed)
    const outcomes = keyed.map((one) => addTo(chains, one))
    const isRecorded = (_: unknown, place: number) => outcomes[place] === 'recorded'
    const ids = await insertDownloads(
      trx,
      downloads.filter(isRecorded).map(({ part: _, ...row }) => row),
    )
    const stored = outcomes.map((outcome) => ({
      outcome,
      id: outcome === 'recorded' ? ids.shift() : undefined,
    }))
    const changed = keyed.flatMap(({ visitor }, place) => {
      const chain = chains.get(visitor)
      if (!chain || outcomes[place] === 'refused') return []
      chain.access_id ??= stored[place]?.id ?? null
      return [chain]
    })
    await saveChains(trx, [...new Set(changed)])
    return stored
  })
}

/** Takes back what storeDownloads has stored: the answers have not been sent whole after all. */
export function withdrawDownloads(
  db: Database,
  downloads: readonly Download[],
  stored: readonly StoredDownload[],
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const keyed = downloads.map(withKeys)
    const chains = await takeChains(trx, keyed)
    const surplus: number[] = []
    for (const [place, one] of keyed.entries())
      surplus.push(...(await takeFrom(trx, chains, { ...one, stored: stored[place] })))
    await deleteDownloads(trx, surplus)
    const changed = keyed.flatMap(({ visitor }) => chains.get(visitor) ?? [])
    await saveChains(trx, [...new Set(changed)])
  })
}

interface Keyed {
  download: Download
  source: number
  visitor: number
}

/** By the digest of client and document. */
type Chains = Map<number, StoredChain>

const withKeys = (download: Download): Keyed => ({ download, ...keysOf(download) })

export function keysOf({ document_id: documentId, client_ip, user_agent: userAgent }: Download) {
  const client = { documentId, address: client_ip ?? '', userAgent }
  return { source: sourceOf(client), visitor: visitorOf(client) }
}

/** Holds the chains of these downloads until the transaction ends, those that are not there yet as well. */
async function takeChains(trx: Queryable, keyed: readonly Keyed[]): Promise<Chains> {
  const asked = keyed.filter(({ download }) => download.part !== 'archived')
  if (asked.length === 0) return new Map()
  const sources = asked.map(({ source }) => source)
  for (const lock of locksOfNumbers(trx, sources)) await trx.executeQuery(lock)
  const keys = asked.map(({ source, visitor, download }) => ({
    source,
    visitor,
    is_range: download.part === 'range' ? (1 as const) : (0 as const),
  }))
  const chains = await listChains(trx, keys)
  return new Map(chains.map((chain) => [chain.visitor, chain]))
}

function addTo(chains: Chains, { download, source, visitor }: Keyed): StoredDownload['outcome'] {
  if (download.part === 'archived') return 'recorded'
  const alone = chainOf(download)
  const known = chains.get(visitor)
  const before = known && isTouching(known, alone) ? known : undefined
  const chain = before
    ? { ...before, ...joinChains(before, alone) }
    : { ...alone, source, visitor, access_id: null }
  const isMore = downloadsOf(chain) > (before ? downloadsOf(before) : 0)
  if (isMore && countRangesBeside(chains, chain) >= MOST_FROM_RANGES) return 'refused'
  chains.set(visitor, chain)
  return isMore ? 'recorded' : 'joined'
}

function chainOf({ accessed_at, part }: Download): Chain {
  const isWhole = part === 'whole'
  const [wholes, ranges] = isWhole ? [1, 0] : [0, 1]
  return { first_at: accessed_at, last_at: accessed_at, wholes, ranges }
}

/** The other downloads that are known from ranges alone, and share the limit of this one; a whole one has no limit. */
function countRangesBeside(chains: Chains, { source, first_at, wholes }: StoredChain): number {
  if (wholes > 0) return 0
  const period = periodOf(first_at)
  return [...chains.values()].filter(
    (other) =>
      other.source === source &&
      other.wholes === 0 &&
      other.ranges > 0 &&
      periodOf(other.first_at) === period,
  ).length
}

/** @returns the record that nothing stands for any more */
async function takeFrom(
  trx: Queryable,
  chains: Chains,
  { download, visitor, stored }: Keyed & { stored: StoredDownload | undefined },
): Promise<number[]> {
  if (!stored || stored.outcome === 'refused') return []
  const chain = download.part === 'archived' ? undefined : chains.get(visitor)
  const alone = chainOf(download)
  if (!chain || !isTouching(chain, alone)) return stored.id === undefined ? [] : [stored.id]
  const before = downloadsOf(chain)
  chain.wholes -= alone.wholes
  chain.ranges -= alone.ranges
  if (downloadsOf(chain) === before) return []
  const id = stored.id ?? chain.access_id ?? (await findRecord(trx, download, chain))
  if (id === chain.access_id) chain.access_id = null
  return id === undefined ? [] : [id]
}
