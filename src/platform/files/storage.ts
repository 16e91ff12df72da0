import type { Readable } from 'node:stream'

/** A stored file's name, made from its content: `ab/abcdef….pdf`. The same bytes are stored once. */
export type StorageKey = string

/**
 * Where the documents' files are. A folder (folder-storage.ts) is one; an object store can be another.
 * Keys are content addresses, so a key's bytes never change.
 */
export interface Storage {
  /** A path on this machine's disk for a file that is still arriving; its owner moves or removes it. */
  incomingPath(): Promise<string>
  /** Takes the finished file at `path` in under `key`. When it resolves, the bytes survive a power cut (PROMISES 15). */
  store(key: StorageKey, path: string): Promise<void>
  /** The bytes from `start` to `end`, both included, for one of many slow readers: a piece is valid until the next. */
  pieces(key: StorageKey, start: number, end: number): AsyncIterable<Buffer>
  /** The same as a stream. */
  open(key: StorageKey, start: number, end: number): Readable
  read(key: StorageKey): Promise<Buffer>
  /** Rejects when files cannot be read and written. */
  check(): Promise<void>
  /**
   * Removes what a killed process left: unfinished files, and files that no row names.
   * @returns how many were removed
   */
  sweep(isNamed: (key: StorageKey) => Promise<boolean>): Promise<number>
}

/** @param sha256 in hex */
export function storageKey(sha256: string): StorageKey {
  return `${sha256.slice(0, 2)}/${sha256}.pdf`
}
