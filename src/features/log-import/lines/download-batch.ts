import {
  digest,
  isRobot,
  sourceOf,
  storedUserAgent,
  visitorOf,
} from '../../downloads/download-rules.ts'
import type { DownloadRequest } from './line-parts.ts'

export type LoggedDownload = ReturnType<typeof loggedDownload>

export interface DownloadBatch {
  file: number
  downloads: LoggedDownload[]
}

export const BATCH_SIZE = 8000

/** @param robots those known so far, because most lines share a few user agents */
export function loggedDownload(
  { documentId, at, status, client: address, userAgent: sent, identity }: DownloadRequest,
  robots: Map<string, boolean>,
) {
  const userAgent = storedUserAgent(sent)
  const client = { documentId, address, userAgent }
  const isKnownRobot = robots.get(userAgent) ?? isRobot(userAgent)
  robots.set(userAgent, isKnownRobot)
  return {
    ...{ documentId, at, status, userAgent },
    isRobot: isKnownRobot,
    /** Digest of client and document; identifies ranges that belong together. */
    visitor: visitorOf(client),
    /** For a range, the digest of address and document. */
    source: status === 206 ? sourceOf(client) : 0,
    /** Distinguishes the line from others of the same visitor and time. */
    line: digest(identity),
  }
}
