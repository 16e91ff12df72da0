import { hash } from 'node:crypto'
import { storable } from '../../shared/clean-text.ts'

/*
 * What is one download (CONTRACT section 4): the one rule of what the service records (store-downloads.ts) and of what it
 * reads from logs (import/).
 */

/** A pause this long ends what belongs together. */
export const PAUSE_MS = 30 * 60_000

/**
 * Of one address and document and in one half hour of the clock, so many downloads are known from ranges alone: who makes
 * up user agents adds no more (docs/decisions/035). Whole downloads have no limit.
 */
export const MOST_FROM_RANGES = 20

/** Milliseconds since 1970 UTC. */
export interface Span {
  first_at: number
  last_at: number
}

/** Whether there is no pause between the two. */
export const isTouching = (a: Span, b: Span): boolean =>
  b.first_at - a.last_at < PAUSE_MS && a.first_at - b.last_at < PAUSE_MS

/** Requests of one client for one document with no pause between them. */
export interface Chain extends Span {
  /** Complete answers with 200. */
  wholes: number
  /** Complete answers with 206 that reached the last byte. */
  ranges: number
}

/** Whole downloads count each; ranges are a part of one, and count once where there is none. */
export const downloadsOf = ({ wholes, ranges }: Pick<Chain, 'wholes' | 'ranges'>): number =>
  wholes || Math.min(ranges, 1)

/** Both chains as one. */
export const joinChains = (a: Chain, b: Chain): Chain => ({
  first_at: Math.min(a.first_at, b.first_at),
  last_at: Math.max(a.last_at, b.last_at),
  wholes: a.wholes + b.wholes,
  ranges: a.ranges + b.ranges,
})

/** Half hours since 1970. */
export const periodOf = (at: number): number => Math.floor(at / PAUSE_MS)

export interface Client {
  documentId: number
  /** As the service or the log knows it; empty where there is none. */
  address: string
  /** As it is stored. */
  userAgent: string
}

/** Digest of the client, which is address and user agent, and the document. */
export const visitorOf = ({ documentId, address, userAgent }: Client): number =>
  digest(`${documentId} ${address} ${userAgent}`)

/** Digest of the address and the document. */
export const sourceOf = ({ documentId, address }: Omit<Client, 'userAgent'>): number =>
  digest(`${documentId} ${address}`)

/** 48 bits of SHA-256: a whole number that both databases and JavaScript keep exactly. */
export function digest(content: string | Uint8Array): number {
  return Number.parseInt(hash('sha256', content, 'hex').slice(0, 12), 16)
}

const MOST_CHARACTERS = 500

/** Its first 500 characters. */
export function storedUserAgent(userAgent: string): string {
  const start = userAgent.slice(0, 4 * MOST_CHARACTERS)
  const characters = start.length > MOST_CHARACTERS ? [...start].slice(0, MOST_CHARACTERS) : [start]
  return storable(characters.join(''))
}
