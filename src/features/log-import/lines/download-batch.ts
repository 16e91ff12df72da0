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

const BATCH_SIZE = 8000
/** For all user agents in a batch: a client that invents long ones must not exhaust memory. */
const MAX_CHARACTERS = 1_000_000

export function createBatchBuilder() {
  let downloads: LoggedDownload[] = []
  let characters = 0
  /** By user agent, because most lines share a few. */
  let robots = new Map<string, boolean>()

  return {
    add({ documentId, at, status, client: address, userAgent: sent, identity }: DownloadRequest) {
      const userAgent = storedUserAgent(sent)
      const client = { documentId, address, userAgent }
      const source = status === 206 ? sourceOf(client) : 0
      const keys = { visitor: visitorOf(client), source, line: digest(identity) }
      const isKnownRobot = robots.get(userAgent) ?? isRobot(userAgent)
      robots.set(userAgent, isKnownRobot)
      downloads.push({ documentId, at, status, ...keys, userAgent, isRobot: isKnownRobot })
      characters += userAgent.length
    },
    isFull: () => downloads.length === BATCH_SIZE || characters > MAX_CHARACTERS,
    take(): LoggedDownload[] {
      const taken = downloads
      downloads = []
      characters = 0
      robots = new Map()
      return taken
    },
  }
}
