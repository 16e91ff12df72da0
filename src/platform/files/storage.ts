import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { CommandError } from '../command-error.ts'

export class StorageError extends CommandError {}

/** The store does not answer, or not in time. The operation can be retried later; nothing is half-written. */
export class StorageUnavailableError extends Error {}

export interface Storage {
  /** Whether several machines may share the files. */
  readonly isRemote: boolean
  /** A path on this machine's disk for a file that is still arriving; its owner moves or removes it. */
  incomingPath(): Promise<string>
  /** Moves the file into the store. Once this resolves, the bytes survive a power failure (PROMISES 15). */
  store(key: string, path: string): Promise<void>
  /** The bytes from `start` through `end`, for slow readers: each piece is valid only until the next one is read. */
  pieces(key: string, start: number, end: number): Pieces
  open(key: string, start: number, end: number): Readable
  read(key: string, byteSize: number): Promise<Buffer>
  /** In bytes; `undefined` if the file does not exist. */
  sizeOf(key: string): Promise<number | undefined>
  /** Rejects if files cannot be read and written. */
  check(): Promise<void>
  remove(key: string): Promise<void>
  /**
   * Removes what a killed process left, but for paths that this user may not remove.
   * @returns whether another process on this machine may be storing files
   */
  sweep(onForbidden?: (path: string) => void): Promise<boolean>
}

export interface Pieces extends AsyncIterable<Buffer> {
  destroy?(): void
}

/** `ab/abcdef….pdf`: the same bytes are stored once, and a key's bytes never change. */
export const storageKey = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}.pdf`

export async function hashOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

const KEY = /^[0-9a-f]{2}\/([0-9a-f]{64})\.pdf$/

/** `undefined` if the key is not ours. */
export const sha256Of = (key: string): string | undefined => KEY.exec(key)?.[1]
