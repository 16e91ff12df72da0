import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLogDestination } from './log-destination.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

/** An output that takes what the test allows. */
function createOutput() {
  const output = {
    text: '',
    /** What happens to a write; by default it is taken whole. */
    take: async (bytes: Buffer): Promise<number> => bytes.length,
    dropped: [] as number[],
  }
  const put = async (bytes: Buffer) => {
    const written = await output.take(bytes)
    output.text += bytes.subarray(0, written).toString()
    return written
  }
  const log = createLogDestination((lines) => {
    output.dropped.push(lines)
    log.write('missing\n')
  }, put)
  return { output, log }
}

const turn = () => sleep(1)

test('lines come in order, in as many pieces as the output takes', async () => {
  const { output, log } = createOutput()
  output.take = async (bytes) => Math.min(3, bytes.length)
  for (const line of ['first\n', 'second\n', 'third\n']) log.write(line)
  await expect.poll(() => output.text).toBe('first\nsecond\nthird\n')
})

test('what a full disk does not take is dropped, counted, and said once it has room', async () => {
  const { output, log } = createOutput()
  output.take = async () => {
    throw failure('ENOSPC')
  }
  log.write('one\n')
  await turn()
  log.write('two\n')
  log.write('three\n')
  await turn()
  output.take = async (bytes) => bytes.length
  log.write('four\n')
  await expect.poll(() => output.text).toBe('four\nmissing\n')
  log.write('five\n')
  await expect.poll(() => output.text).toBe('four\nmissing\nfive\n')
  expect(output.dropped).toEqual([3])
})

test('after half a line, the next one starts on its own line', async () => {
  const { output, log } = createOutput()
  let writes = 0
  output.take = async () => {
    writes += 1
    if (writes === 1) return 2
    throw failure('ENOSPC')
  }
  log.write('one\n')
  await turn()
  output.take = async (bytes) => bytes.length
  log.write('two\n')
  await expect.poll(() => output.text).toBe('on\ntwo\nmissing\n')
})

test('a reader that does not read costs at most a megabyte, and gets the oldest lines later', async () => {
  const { output, log } = createOutput()
  output.take = async () => {
    throw failure('EAGAIN')
  }
  const line = `${'x'.repeat(999)}\n`
  log.write('first\n')
  await turn()
  for (let i = 0; i < 5000; i += 1) log.write(line)
  output.take = async (bytes) => bytes.length
  await expect.poll(() => output.dropped).toEqual([5000 - 1048])
  expect(output.text).toHaveLength('first\n'.length + 1048 * 1000 + 'missing\n'.length)
})
