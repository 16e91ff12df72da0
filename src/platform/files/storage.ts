import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { CommandError } from '../command-error.ts'

/** A stored file's name, made from its content: `ab/abcdef….pdf`. The same bytes are stored once. */
export type StorageKey = string

/** A storage that cannot be used as it is configured. */
export class StorageError extends CommandError {}

/** The store does not answer, or not in time. What was asked can be tried again later; nothing is half-written. */
export class StorageUnavailableError extends Error {}

/** Where the documents' files are. Keys are content addresses, so a key's bytes never change. */
export interface Storage {
  /** Whether any number of machines share the files: then `sweep` goes by age, and may run while others upload. */
  readonly isRemote: boolean
  /** A path on this machine's disk for a file that is still arriving; its owner moves or removes it. */
  incomingPath(): Promise<string>
  /**
   * Takes the finished file at `path` in under `key`. When it resolves, the bytes survive a power cut (PROMISES 15).
   * @throws StorageUnavailableError
   */
  store(key: StorageKey, path: string): Promise<void>
  /** The bytes from `start` to `end`, both included, for one of many slow readers: a piece is valid until the next. */
  pieces(key: StorageKey, start: number, end: number): Pieces
  open(key: StorageKey, start: number, end: number): Readable
  read(key: StorageKey, byteSize: number): Promise<Buffer>
  /** In bytes; `undefined` where there is no such file. */
  sizeOf(key: StorageKey): Promise<number | undefined>
  /** Rejects when files cannot be read and written. */
  check(): Promise<void>
  /** Removes what a killed process left: unfinished files, and files that no row names. @returns how many */
  sweep(findNamed: FindNamed): Promise<number>
}

/** Those of the keys that a row names, deleted rows included. */
export type FindNamed = (keys: readonly StorageKey[]) => Promise<Set<StorageKey>>

export interface Pieces extends AsyncIterable<Buffer> {
  destroy?(): void
}

export function storageKey(sha256: string): StorageKey {
  return `${sha256.slice(0, 2)}/${sha256}.pdf`
}

/** The SHA-256, in hex. */
export async function hashOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

const KEY = /^[0-9a-f]{2}\/([0-9a-f]{64})\.pdf$/

/** In hex; `undefined` where it is no key of ours. */
export function sha256Of(key: string): string | undefined {
  return KEY.exec(key)?.[1]
}
