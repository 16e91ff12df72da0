import { digest, sourceOf, storedUserAgent, visitorOf } from '../../downloads/download-rules.ts'
import type { DownloadBatch } from './download-batch.ts'
import type { DownloadRequest } from './request.ts'

/** Lines of a batch: below what its 16-bit columns can count. */
const BATCH_SIZE = 20_000
/** Characters of its user agents: browsers are few, but one who makes up long ones must not fill the memory. */
const MOST_CHARACTERS = 1_000_000

/** Gathers the downloads of one log until there are enough for a batch. */
export function createBatchBuilder(file: number) {
  const documentIds = new Int32Array(BATCH_SIZE)
  const times = new Float64Array(BATCH_SIZE)
  const statuses = new Uint16Array(BATCH_SIZE)
  const visitors = new Float64Array(BATCH_SIZE)
  const lines = new Float64Array(BATCH_SIZE)
  const sources = new Float64Array(BATCH_SIZE)
  const agents = new Uint16Array(BATCH_SIZE)
  let places = new Map<string, number>()
  let count = 0
  let characters = 0

  function placeOf(userAgent: string): number {
    const place = places.get(userAgent) ?? places.size
    if (place === places.size) {
      places.set(userAgent, place)
      characters += userAgent.length
    }
    return place
  }

  return {
    add({ documentId, at, status, client: address, userAgent: sent, identity }: DownloadRequest) {
      const userAgent = storedUserAgent(sent)
      const client = { documentId, address, userAgent }
      documentIds[count] = documentId
      times[count] = at
      statuses[count] = status
      visitors[count] = visitorOf(client)
      sources[count] = status === 206 ? sourceOf(client) : 0
      lines[count] = digest(identity)
      agents[count] = placeOf(userAgent)
      count += 1
    },
    isFull: () => count === BATCH_SIZE || characters > MOST_CHARACTERS,
    /** The batch, and begins the next; undefined where there is nothing. */
    take(): DownloadBatch | undefined {
      if (count === 0) return undefined
      const batch = {
        file,
        documentIds: documentIds.slice(0, count),
        times: times.slice(0, count),
        statuses: statuses.slice(0, count),
        visitors: visitors.slice(0, count),
        lines: lines.slice(0, count),
        sources: sources.slice(0, count),
        agents: agents.slice(0, count),
        userAgents: [...places.keys()],
      }
      places = new Map()
      count = 0
      characters = 0
      return batch
    },
  }
}
