import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file that cannot be read to its end; the message follows the file's name. */
export class LogProblem extends Error {}

/**
 * Unpacks with the system's own program: Node's gunzip loses lines before damage and refuses padding, Node has no decoder for bzip2,
 * and those of npm take the memory that a bomb asks for.
 * @throws if the data is damaged or cut off, after yielding all that the program gives, or if the program is missing
 */
export async function* unpackWith(
  program: 'gzip' | 'bzip2',
  packed: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const unpacker = spawn(program, ['--decompress', '--stdout'])
  const ended = once(unpacker, 'close') as Promise<[code: number]>
  // Awaited at the end; until then a failure must not count as unhandled.
  ended.catch(() => {})
  let end = Buffer.alloc(0)
  async function* keepEnd() {
    for await (const piece of packed) {
      end = Buffer.from((piece.length < 2 ? Buffer.concat([end, piece]) : piece).subarray(-2))
      yield piece
    }
  }
  // It stops reading at the first damage, as its exit code says.
  const fed = pipeline(Readable.from(keepEnd()), unpacker.stdin).catch(() => {})
  let stderr = ''
  unpacker.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(0, MAX_STDERR)
  })
  try {
    yield* unpacker.stdout
    await fed
    const [code] = await ended
    if (code !== 0 || stderr !== '') refuseDamage(stderr, end)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing) throw error
    throw new LogProblem(
      `cannot be unpacked: the program ${program} is not installed. Install it, or unpack the file yourself and import the result`,
    )
  } finally {
    unpacker.kill()
  }
}

const MAX_STDERR = 1000

/** Padding after the data, as tapes and some copies leave it: zeros and line ends. */
const isPadding = (end: Buffer) => end.every((byte) => [0, 10, 13, 32].includes(byte))

function refuseDamage(stderr: string, end: Buffer): void {
  if (/trailing garbage/i.test(stderr)) {
    if (isPadding(end)) return
    throw new LogProblem('has other data after its end, which was not read')
  }
  const isCut = /unexpected(ly)? end|ends unexpectedly/i.test(stderr)
  throw new Error(isCut ? 'unexpected end of file' : 'data integrity error')
}
