import { setPriority } from 'node:os'
import { isMainThread, parentPort, type ResourceLimits, Worker } from 'node:worker_threads'
import { builtProgram } from '../project-root.ts'

/*
 * The one protocol between threads: a thread offers functions by name, which are asked for by messages, many at a time if
 * need be. Both sides are here.
 */

/** A program of the build on a thread of its own, started when it is first asked. */
export interface Thread {
  /**
   * @param input values alone: it is copied
   * @throws what the function threw, its code kept; or that the thread has ended. The next question starts another
   */
  ask<Answer>(name: string, input?: unknown): Promise<Answer>
  /** Refuses whatever is still asked. */
  end(): Promise<void>
}

interface Question {
  id: number
  name: string
  input: unknown
}

interface Reply {
  id: number
  answer?: unknown
  /** Structured cloning would keep an error's message and lose its code. */
  error?: { message: string; code: string | undefined }
}

interface Asked {
  resolve(answer: unknown): void
  reject(error: Error): void
}

/** @param program a file of dist/, which calls `answerQuestions` */
export function createThread(
  program: string,
  options: { workerData?: unknown; resourceLimits?: ResourceLimits } = {},
): Thread {
  const asked = new Map<number, Asked>()
  let worker: Worker | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(builtProgram(program), options)
    started.on('message', settle)
    started.on('error', (error) => forget(started, error as Error))
    started.on('exit', () => forget(started, new Error(`the thread ${program} has ended`)))
    worker = started
    return started
  }

  function settle({ id, answer, error }: Reply): void {
    const waiting = asked.get(id)
    asked.delete(id)
    // The thread keeps no program alive; a question that waits for its answer does.
    if (asked.size === 0) worker?.unref()
    // With the stack of whoever asked, which tells what was being done.
    if (error) waiting?.reject(Object.assign(new Error(), error))
    else waiting?.resolve(answer)
  }

  function forget(ended: Worker, error: Error): void {
    if (worker !== ended) return
    worker = undefined
    for (const { reject } of asked.values()) reject(error)
    asked.clear()
  }

  return {
    ask<Answer>(name: string, input?: unknown) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      const thread = worker ?? start()
      lastId += 1
      thread.postMessage({ id: lastId, name, input } satisfies Question)
      if (asked.size === 0) thread.ref()
      asked.set(lastId, { resolve: resolve as Asked['resolve'], reject })
      return promise
    },
    async end() {
      await worker?.terminate()
    },
  }
}

/** What a thread can be asked for. */
export type ThreadFunctions = Record<string, (input: never) => unknown>

/** The thread's side. Errors leave as message and code; no stack does. */
export function answerQuestions(functions: ThreadFunctions): void {
  Error.stackTraceLimit = 0
  parentPort?.on('message', async ({ id, name, input }: Question) => {
    try {
      const answer = await functions[name]?.(input as never)
      parentPort?.postMessage({ id, answer } satisfies Reply, movedWith(answer))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      parentPort?.postMessage({ id, error: { message, code: codeOf(error) } } satisfies Reply)
    }
  })
}

/** Its own, or that of what it was made of. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, cause } = error as Error & { code?: unknown }
  return typeof code === 'string' ? code : codeOf(cause)
}

const moved = new WeakMap<object, ArrayBuffer[]>()

/** An answer whose buffers go over as they are, instead of being copied. */
export function handOver<Answer extends object>(answer: Answer, buffers: ArrayBuffer[]): Answer {
  moved.set(answer, buffers)
  return answer
}

const movedWith = (answer: unknown): ArrayBuffer[] =>
  typeof answer === 'object' && answer !== null ? (moved.get(answer) ?? []) : []

/** Behind whoever serves visitors, and behind whatever else `nice` has put back. */
const LAST = 19

/**
 * Lets everything else go first: this process, or this thread and those that it starts. Not for work that holds a lock
 * that visitors' requests wait for: it would hold it longer.
 */
export function lowerPriority(niceness = LAST): void {
  // Only on Linux has a thread a priority of its own; elsewhere the call means the whole process.
  if (!isMainThread && process.platform !== 'linux') return
  try {
    setPriority(niceness)
  } catch {
    // Not every system lets a program do so; it then runs like any other.
  }
}
