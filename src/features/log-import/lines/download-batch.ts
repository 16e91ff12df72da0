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

/** Numbers, because transferring objects between threads would take a fifth as long as storing them. */
export interface DownloadBatch {
  file: number
  /** `WIDTH` numbers per download; the last is the index of its user agent in the list. */
  numbers: Float64Array<ArrayBuffer>
  userAgents: string[]
}

const WIDTH = 7
const BATCH_SIZE = 10_000
/** For all user agents in a batch: a client that invents long ones must not exhaust memory. */
const MAX_CHARACTERS = 1_000_000

export function createBatchBuilder() {
  let numbers: number[] = []
  let places = new Map<string, number>()
  let characters = 0

  return {
    add({ documentId, at, status, client: address, userAgent: sent, identity }: DownloadRequest) {
      const userAgent = storedUserAgent(sent)
      const client = { documentId, address, userAgent }
      const source = status === 206 ? sourceOf(client) : 0
      const place = places.get(userAgent) ?? places.size
      if (place === places.size) characters += userAgent.length
      places.set(userAgent, place)
      numbers.push(documentId, at, status, visitorOf(client), source, digest(identity), place)
    },
    isFull: () => numbers.length === BATCH_SIZE * WIDTH || characters > MAX_CHARACTERS,
    take(file: number): DownloadBatch | undefined {
      if (numbers.length === 0) return undefined
      const batch = { file, numbers: Float64Array.from(numbers), userAgents: [...places.keys()] }
      places = new Map()
      numbers = []
      characters = 0
      return batch
    },
  }
}

export function downloadsIn({ numbers, userAgents }: DownloadBatch): LoggedDownload[] {
  const robots = userAgents.map(isRobot)
  return Array.from({ length: numbers.length / WIDTH }, (_, index) => {
    const number = (column: number) => numbers[index * WIDTH + column] ?? 0
    const agent = number(6)
    return {
      documentId: number(0),
      at: number(1),
      status: number(2),
      visitor: number(3),
      source: number(4),
      line: number(5),
      userAgent: userAgents[agent] ?? '',
      isRobot: robots[agent] ?? false,
    }
  })
}
