import { setPriority } from 'node:os'
import { isMainThread, parentPort, type ResourceLimits, Worker } from 'node:worker_threads'
import type { Config } from '../../config.ts'
import { builtProgram } from '../project-root.ts'

/** A built program in a separate thread, which offers functions by name: the only protocol between threads. */
export interface Thread {
  /** Starts it before it is needed; otherwise the first call does. */
  begin(): void
  /** @throws what the function threw, with its code; or an error if the thread has ended (the next call starts a new one) */
  call<Answer>(name: string, input?: unknown): Promise<Answer>
  end(): Promise<void>
}

interface ThreadRequest {
  id: number
  name: string
  input: unknown
}

interface Reply {
  id: number
  answer?: unknown
  /** Structured cloning would lose an error's code. */
  error?: { message: string; code: string | undefined }
}

export function createThread(
  program: string,
  options: { workerData?: unknown; resourceLimits?: ResourceLimits } = {},
): Thread {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let worker: Worker | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(builtProgram(program), options)
    started.on('message', settle)
    started.on('error', (error) => forget(started, error as Error))
    started.on('exit', () => forget(started, new Error(`the thread ${program} has ended`)))
    // Only pending calls keep the program alive.
    started.unref()
    worker = started
    return started
  }

  function settle({ id, answer, error }: Reply): void {
    const waiting = pending.get(id)
    pending.delete(id)
    if (pending.size === 0) worker?.unref()
    // A new error, to get the caller's stack trace.
    if (error) waiting?.reject(Object.assign(new Error(), error))
    else waiting?.resolve(answer)
  }

  function forget(ended: Worker, error: Error): void {
    if (worker !== ended) return
    worker = undefined
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  return {
    begin: () => void (worker ?? start()),
    call<Answer>(name: string, input?: unknown) {
      const waiting = Promise.withResolvers<unknown>()
      const thread = worker ?? start()
      lastId += 1
      thread.postMessage({ id: lastId, name, input } satisfies ThreadRequest)
      if (pending.size === 0) thread.ref()
      pending.set(lastId, waiting)
      return waiting.promise as Promise<Answer>
    },
    async end() {
      const ending = worker
      // Before terminating: a late answer would unref the thread and let the program exit too early.
      if (ending) forget(ending, new Error(`the thread ${program} has ended`))
      await ending?.terminate()
    },
  }
}

export type ThreadConfig = Pick<Config, 'databaseUrl' | 'timeZone'>

export const createWritingThread = (config: ThreadConfig) => create('writing-thread.js', config)

export const createReadingThread = (config: ThreadConfig) => create('reading-thread.js', config)

const create = (program: string, { databaseUrl, timeZone }: ThreadConfig): Thread =>
  createThread(program, { workerData: { databaseUrl, timeZone } })

export type ThreadFunctions = Record<string, (input: never) => unknown>

/** The thread's side. Errors are sent without a stack trace. */
export function answerCalls(functions: ThreadFunctions): void {
  Error.stackTraceLimit = 0
  parentPort?.on('message', async ({ id, name, input }: ThreadRequest) => {
    try {
      const answer = await functions[name]?.(input as never)
      parentPort?.postMessage({ id, answer } satisfies Reply)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      parentPort?.postMessage({ id, error: { message, code: codeOf(error) } } satisfies Reply)
    }
  })
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, cause } = error as Error & { code?: unknown }
  return typeof code === 'string' ? code : codeOf(cause)
}

/** Lets everything else go first. Not for work that holds a lock that visitors' requests wait for. */
export function lowerPriority(niceness = 19): void {
  // Only Linux has per-thread priorities.
  if (!isMainThread && process.platform !== 'linux') return
  try {
    setPriority(niceness)
  } catch {
    // Not every system allows it.
  }
}

/** Also ends the process if its parent is gone. V8's own limit does not cover buffers, and a busy thread cannot watch itself. */
export function limitMemory(megabytes: number): void {
  const watch = `
    const { ppid } = process
    setInterval(() => {
      const tooMuch = process.memoryUsage.rss() > ${megabytes * 1024 * 1024}
      if (tooMuch || process.ppid !== ppid) process.kill(process.pid, 'SIGKILL')
    }, 100)`
  new Worker(watch, { eval: true }).unref()
}
