import {
  digest,
  isRobot,
  sourceOf,
  storedUserAgent,
  visitorOf,
} from '../../downloads/download-rules.ts'
import type { DownloadRequest } from './line-parts.ts'

export interface LoggedDownload {
  documentId: number
  /** Milliseconds since 1970 UTC. */
  at: number
  status: number
  /** Digest of client and document; identifies ranges that belong together. */
  visitor: number
  /** For a range, the digest of address and document. */
  source: number
  /** Digest of the line; distinguishes it from others of the same visitor and time. */
  line: number
  userAgent: string
  isRobot: boolean
}

export interface DownloadBatch {
  file: number
  downloads: LoggedDownload[]
}

export const BATCH_SIZE = 8000

/** @param robots those known so far, because most lines share a few user agents */
export function loggedDownload(
  { documentId, at, status, client: address, userAgent: sent, identity }: DownloadRequest,
  robots: Map<string, boolean>,
): LoggedDownload {
  const userAgent = storedUserAgent(sent)
  const client = { documentId, address, userAgent }
  const source = status === 206 ? sourceOf(client) : 0
  const keys = { visitor: visitorOf(client), source, line: digest(identity) }
  const isKnownRobot = robots.get(userAgent) ?? isRobot(userAgent)
  robots.set(userAgent, isKnownRobot)
  return { documentId, at, status, ...keys, userAgent, isRobot: isKnownRobot }
}
