import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { isbot } from 'isbot'
import type { Schema } from '../../platform/database/schema.ts'
import { storable } from '../../shared/clean-text.ts'

/* What counts as one download (CONTRACT section 4), recorded (queries.ts) or read from a log (log-import/). */

export const PAUSE_MS = 30 * 60_000

/** For one address and document in half an hour: made-up user agents cannot add more (docs/decisions/035). */
export const MAX_RECORDS_FROM_RANGES = 20

export type StoredChain = Schema['download_chains']
export type Chains = Map<number, StoredChain>

export type Span = Pick<StoredChain, 'first_at' | 'last_at'>

export const isAdjacent = (a: Span, b: Span): boolean =>
  b.first_at - a.last_at < PAUSE_MS && a.first_at - b.last_at < PAUSE_MS

export type Chain = Omit<StoredChain, 'source' | 'visitor' | 'access_id'>

/** Each whole download counts; ranges are parts of one, and count once if there is none. */
export const downloadsOf = ({ wholes, ranges }: Pick<Chain, 'wholes' | 'ranges'>): number =>
  wholes || Math.min(ranges, 1)

export const periodOf = (at: number): number => Math.floor(at / PAUSE_MS)

/** @param address as the service or the log knows it; empty if unknown */
export const sourceOf = (documentId: number, address: string): number =>
  digest(`${documentId} ${address}`)

export const visitorOf = (documentId: number, address: string, userAgent: string): number =>
  digest(`${documentId} ${address} ${userAgent}`)

/** 48 bits of SHA-256: a whole number that both databases and JavaScript keep exactly. */
export function digest(content: string | Uint8Array): number {
  return Number.parseInt(hash('sha256', content, 'hex').slice(0, 12), 16)
}

const MAX_CHARACTERS = 500

/** Reads bytes, one in each character as Node and logs give them, as UTF-8 if they are. */
export function utf8Text(bytes: string): string {
  if (!/^[\0-\xff]*[\x80-\xff][\0-\xff]*$/.test(bytes)) return bytes
  const buffer = Buffer.from(bytes, 'latin1')
  return isUtf8(buffer) ? buffer.toString() : bytes
}

export function storedUserAgent(userAgent: string): string {
  const start = userAgent.slice(0, 4 * MAX_CHARACTERS)
  const characters = start.length > MAX_CHARACTERS ? [...start].slice(0, MAX_CHARACTERS) : [start]
  return storable(characters.join(''))
}

/** An unknown one counts as a person: common-format logs have none, and must not vanish when robots are excluded. */
export function isRobot(userAgent: string): boolean {
  const read = userAgent.trim()
  return read !== '' && read !== '-' && isbot(read)
}

export interface SentDocument {
  document_id: number
  accessed_at: number
  client_ip: string | null
  user_agent: string
  /**
   * Ranges are never parts of an archive's download. What was prefetched counts once the reader's own request finds it
   * unchanged. A piece ends before the last byte: it does not count, but shows that the reader has not paused.
   */
  part: 'whole' | 'range' | 'piece' | 'archived' | 'prefetched' | 'revalidated'
}

/** Recorded; joined to a download that is already recorded; or refused as one too many. */
export type SendOutcome = 'recorded' | 'joined' | 'refused'

export type KeyedDownload = ReturnType<typeof withKeys>

export function withKeys(sent: SentDocument) {
  const { document_id, client_ip } = sent
  const user_agent = storedUserAgent(sent.user_agent)
  const source = sourceOf(document_id, client_ip ?? '')
  const visitor = visitorOf(document_id, client_ip ?? '', user_agent)
  return { ...sent, user_agent, source, visitor }
}

export function addToChains(chains: Chains, download: KeyedDownload): SendOutcome {
  if (download.part === 'archived') return 'recorded'
  const { source, visitor } = download
  const alone = chainOf(download)
  const read = chains.get(visitor)
  const before = read && isAdjacent(read, alone) ? read : undefined
  if (download.part === 'revalidated' && before?.prefetched !== 1) return 'joined'
  if (download.part === 'piece' && !(before && downloadsOf(before) > 0)) return 'joined'
  const chain = before ? joinChains(before, alone) : { ...alone, source, visitor, access_id: null }
  const isMore = downloadsOf(chain) > (before ? downloadsOf(before) : 0)
  if (isMore && countRangesInPeriod(chains, chain) >= MAX_RECORDS_FROM_RANGES) return 'refused'
  chains.set(visitor, chain)
  return isMore ? 'recorded' : 'joined'
}

const joinChains = (chain: StoredChain, more: Chain): StoredChain => ({
  ...chain,
  first_at: Math.min(chain.first_at, more.first_at),
  last_at: Math.max(chain.last_at, more.last_at),
  wholes: chain.wholes + more.wholes,
  ranges: chain.ranges + more.ranges,
  // A reader who has the whole file has used what was prefetched.
  prefetched: more.wholes > 0 ? 0 : Math.max(chain.prefetched, more.prefetched),
})

export function chainOf({ accessed_at, part }: SentDocument): Chain {
  const isWhole = part === 'whole' || part === 'revalidated'
  return {
    first_at: accessed_at,
    last_at: accessed_at,
    wholes: isWhole ? 1 : 0,
    ranges: part === 'range' ? 1 : 0,
    prefetched: part === 'prefetched' ? 1 : 0,
  }
}

/** Of the others that share this one's limit; a whole download has none. */
function countRangesInPeriod(chains: Chains, { source, first_at, wholes }: StoredChain): number {
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
