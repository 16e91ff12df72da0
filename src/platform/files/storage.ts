import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { CommandError } from '../command-error.ts'

/** Made from the content: `ab/abcdef….pdf`. The same bytes are stored once, and a key's bytes never change. */
export type StorageKey = string

/** The storage cannot be used as configured. */
export class StorageError extends CommandError {}

/** The store does not answer, or not in time. The operation can be retried later; nothing is half-written. */
export class StorageUnavailableError extends Error {}

export interface Storage {
  /** Whether several machines may share the files. */
  readonly isRemote: boolean
  /** A path on this machine's disk for a file that is still arriving; its owner moves or removes it. */
  incomingPath(): Promise<string>
  /** Moves the file into the store. Once this resolves, the bytes survive a power failure (PROMISES 15). */
  store(key: StorageKey, path: string): Promise<void>
  /** The bytes from `start` through `end`, for slow readers: each piece is valid only until the next one is read. */
  pieces(key: StorageKey, start: number, end: number): Pieces
  open(key: StorageKey, start: number, end: number): Readable
  read(key: StorageKey, byteSize: number): Promise<Buffer>
  /** In bytes; `undefined` if the file does not exist. */
  sizeOf(key: StorageKey): Promise<number | undefined>
  /** Rejects if files cannot be read and written. */
  check(): Promise<void>
  remove(key: StorageKey): Promise<void>
  /** Removes what a killed process left. @returns whether another process on this machine may be storing files */
  sweep(onForbidden?: OnForbidden): Promise<boolean>
}

/** Called with each path that could not be swept. */
export type OnForbidden = (path: string) => void

export interface Pieces extends AsyncIterable<Buffer> {
  destroy?(): void
}

export function storageKey(sha256: string): StorageKey {
  return `${sha256.slice(0, 2)}/${sha256}.pdf`
}

export async function hashOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

const KEY = /^[0-9a-f]{2}\/([0-9a-f]{64})\.pdf$/

/** `undefined` if the key is not ours. */
export function sha256Of(key: string): string | undefined {
  return KEY.exec(key)?.[1]
}
