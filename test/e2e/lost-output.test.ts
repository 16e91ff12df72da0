import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startForTest, testFolder } from '../support/run-for-test.ts'

/* Standard output and standard error that take nothing: PROMISES 25. */

const FULL = '/dev/full'

/** A pipe that is full and that nobody reads. */
function blockedPipe(): string {
  const pipe = join(testFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  onTestFinished(() => closeSync(end))
  for (let size = 65_536; size >= 1; size = Math.floor(size / 2)) fill(end, Buffer.alloc(size))
  return pipe
}

function fill(end: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(end, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
  }
}

/** Also after more lines than the destination keeps. */
async function serves(url: string): Promise<void> {
  for (let i = 0; i < 20; i += 1) expect((await fetch(`${url}/nothing-${i}`)).status).toBe(404)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
}

test.runIf(existsSync(FULL)).each([
  ['is on a full disk', () => FULL],
  ['nobody reads', blockedPipe],
])('a service whose log %s serves, and stops at a signal', async (_, destination) => {
  const docket = await startForTest({}, testFolder(), destination())
  await serves(docket.url)
  expect(await docket.stop()).toBe(0)
})

test.runIf(existsSync(FULL))('a command whose output is lost fails, and says so', () => {
  const { status, stderr } = spawnSync('node', ['bin/docket.mjs', '--version'], {
    encoding: 'utf8',
    stdio: ['ignore', openSync(FULL, 'w'), 'pipe'],
  })
  expect(stderr).toContain('docket: standard output cannot be written: ENOSPC')
  expect(status).toBe(1)
})

test('a service whose log’s reader has ended serves, and stops at a signal', async () => {
  const docket = await startForTest()
  docket.process.stdout?.destroy()
  docket.process.stderr?.destroy()
  await serves(docket.url)
  docket.process.kill('SIGTERM')
  expect(await once(docket.process, 'exit')).toEqual([0, null])
})
