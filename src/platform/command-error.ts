import { createReadStream } from 'node:fs'

/** A command failed; the message is one line for the person at the terminal (exit status 1). */
export class CommandError extends Error {}

/** The command was typed incorrectly (exit status 2). */
export class UsageError extends CommandError {}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  EISDIR: 'it is a folder; name a file in it',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EIO: 'the disk reports an error',
}

export function describeReadError(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return REASONS[code ?? ''] ?? message ?? String(error)
}

/** Text of this size, in bytes, is held in memory several times over while it is read. */
const MAX_NAMED_FILE = 100_000_000

/** A text file that a command names. @param fatal whether it is refused if it is not UTF-8 @throws CommandError */
export async function readNamedFile(file: string, { max = MAX_NAMED_FILE, fatal = false } = {}) {
  // Not its size as told by the system: a pipe or device tells none.
  const read = createReadStream(file, { end: max }).toArray()
  const bytes = Buffer.concat(
    await read.catch((error) => {
      throw new CommandError(`${file} cannot be read: ${describeReadError(error)}`)
    }),
  )
  if (bytes.length > max) {
    throw new CommandError(
      `${file} is larger than ${max.toLocaleString('en-US')} bytes: is it the right file? Nothing was loaded.`,
    )
  }
  // Excel and PowerShell write UTF-16, with a byte order mark.
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[bytes.toString('hex', 0, 2)] ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { ignoreBOM: true, fatal }).decode(bytes)
  } catch {
    throw new CommandError(
      `${file} is not UTF-8 text: save it as UTF-8 and try again. Nothing was loaded.`,
    )
  }
}
