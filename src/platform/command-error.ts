import { readFile } from 'node:fs/promises'

/** A command failed; the message is one line for the person at the terminal (exit status 1). */
export class CommandError extends Error {}

/** The command was typed incorrectly (exit status 2). */
export class WrongUse extends CommandError {}

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

/** A text file that a command names. @throws CommandError */
export function readNamedFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error) => {
    throw new CommandError(`${file} cannot be read: ${describeReadError(error)}`)
  })
}
