import type { Packing } from '../files/unpack.ts'
import type { Reason } from './request.ts'

/** Downloads of one log, column by column: cheap to hand from thread to thread. */
export interface DownloadBatch {
  /** Which of the command's files they are from. */
  file: number
  documentIds: Int32Array
  /** Milliseconds since 1970 UTC. */
  times: Float64Array
  statuses: Uint16Array
  /** Digest of client and document: tells which ranges belong together. */
  visitors: Float64Array
  /** Of ranges, digest of address and document. */
  sources: Float64Array
  /** Digest of the line: tells it from others of the same visitor and moment. */
  lines: Float64Array
  /** Where in `userAgents` each one's is. */
  agents: Uint16Array
  userAgents: string[]
}

/** The first and the last time in the lines that are downloads, in milliseconds. */
export interface Span {
  first: number
  last: number
}

/** How far reading has come: of the `lines`, those that are not in a batch were skipped. */
export interface Progress {
  /** Of the command's files, as they lie on the disk. */
  bytes: number
  lines: number
  skipped: Record<Reason, number>
  span: Span | undefined
}

export interface FileReport {
  name: string
  packing: Packing
  /** As it lies on the disk. */
  bytes: number
  lines: number
  /** Why it was not read to its end. */
  problem?: string
}

/** What the reading thread tells. `reading` is for the progress bar alone: lines may still wait for their batch. */
export type ReaderMessage =
  | { kind: 'reading'; file: FileReport; bytes: number; lines: number }
  | { kind: 'batch'; batch: DownloadBatch; progress: Progress }
  | { kind: 'file'; report: FileReport; progress: Progress }
  | { kind: 'end' }

export interface ReaderOptions {
  files: string[]
  documentIds: Int32Array
  timeZone: string
  /** Milliseconds; lines before it are skipped. */
  since: number
  /** Milliseconds; lines from it on are skipped. */
  until: number
  /** Milliseconds; lines from it on are in the records already. */
  recordedFrom: number
}
