import { readFile } from 'node:fs/promises'

/** A command failed; the message is one line for the person at the terminal (exit status 1). */
export class CommandError extends Error {}

/** The command was typed incorrectly (exit status 2). */
export class WrongUse extends CommandError {}

/** A text file that a command names. @throws CommandError */
export function readNamedFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message
    throw new CommandError(`${file} cannot be read: ${reason}`)
  })
}
