import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LogProblem } from './log-problem.ts'

/**
 * By the system's `bzip2`: Node has no decoder, and those of npm take the memory that a bomb asks for.
 * @throws if the data is damaged or cut off, after yielding the blocks before that, or if the program is missing
 */
export async function* unpackBzip2(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const bzip2 = spawn('bzip2', ['--decompress', '--stdout'])
  const ended = once(bzip2, 'close') as Promise<[code: number]>
  // Awaited at the end; until then a failure must not count as unhandled.
  ended.catch(() => {})
  // It stops reading at the first damage, which its exit code tells.
  const fed = pipeline(Readable.from(packed), bzip2.stdin).catch(() => {})
  let said = ''
  bzip2.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, MAX_SAID)
  })
  try {
    yield* bzip2.stdout
    await fed
    const [code] = await ended
    if (code !== 0) throw new Error(describeDamage(said))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw isMissing ? new LogProblem(MISSING) : error
  } finally {
    bzip2.kill()
  }
}

const MAX_SAID = 1000
const MISSING =
  'cannot be unpacked: the program bzip2 is not installed. Install it, or unpack the file yourself and import the result'

const describeDamage = (said: string): string =>
  /unexpected(ly)? end|ends unexpectedly/i.test(said)
    ? 'unexpected end of file'
    : 'data integrity error'
