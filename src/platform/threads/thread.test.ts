import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

const LAST = 19
const program = JSON.stringify(new URL('./thread.ts', import.meta.url).href)

it('lowers the priority of a whole process', () => {
  const print = `import(${program}).then((m) => { m.lowerPriority(); console.log(os.getPriority()) })`
  expect(execFileSync(process.execPath, ['-e', print], { encoding: 'utf8' })).toBe(`${LAST}\n`)
})

it.runIf(process.platform === 'linux')('lowers the priority of one thread alone', async () => {
  const before = prioritiesOfThreads()
  const lower = `const { parentPort } = require('node:worker_threads')
    import(${program}).then((m) => { m.lowerPriority(); parentPort.postMessage('lowered') })
    parentPort.on('message', () => {})`
  const thread = new Worker(lower, { eval: true })
  await new Promise((resolve) => thread.once('message', resolve))
  const after = prioritiesOfThreads()
  await thread.terminate()

  const begun = [...after].filter(([id]) => !before.has(id))
  expect(begun.map(([, priority]) => priority)).toContain(LAST)
  for (const [id, priority] of before) expect(after.get(id) ?? priority).toBe(priority)
  expect(getPriority()).toBe(before.get(process.pid))
})

/** By thread id; the main thread's id is the process id. */
function prioritiesOfThreads(): Map<number, number> {
  const ids = readdirSync('/proc/self/task').map(Number)
  return new Map(ids.map((id) => [id, getPriority(id)]))
}
