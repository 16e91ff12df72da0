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

export function loggedDownload(request: DownloadRequest) {
  const { documentId, at, status, client: address, identity } = request
  const userAgent = storedUserAgent(request.userAgent)
  return {
    ...{ documentId, at, status, userAgent },
    isRobot: isRobot(userAgent),
    /** Digest of client and document; identifies ranges that belong together. */
    visitor: visitorOf(documentId, address, userAgent),
    /** For a range, the digest of address and document. */
    source: status === 206 ? sourceOf(documentId, address) : 0,
    /** Distinguishes the line from others of the same visitor and time. */
    line: digest(identity),
  }
}
