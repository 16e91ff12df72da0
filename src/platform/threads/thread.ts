import { Worker } from 'node:worker_threads'
import { type PassedError, receiveError } from '../passed-error.ts'
import { builtProgram } from '../project-root.ts'

/** A program of the build on a thread of its own, begun when it is first asked. */
export interface Thread<Question, Answer> {
  /** @throws what the answering threw, its code kept; or that the thread has ended */
  ask(question: Question): Promise<Answer>
  isRunning(): boolean
  /** Whatever is still asked is refused. */
  end(): Promise<void>
}

/** What the thread tells without having been asked is its `note`. */
export type ThreadMessage =
  | { kind: 'answer'; id: number; answer?: unknown; error?: PassedError }
  | { kind: 'note'; note: unknown }

export interface ThreadQuestion<Question> {
  id: number
  question: Question
}

interface Asked<Answer> {
  resolve(answer: Answer): void
  reject(error: Error): void
}

export interface ThreadOptions<Note> {
  workerData?: unknown
  onNote?(note: Note): void
  /** Whenever a thread has begun: one that has ended, for whatever reason, is followed by another. */
  onBegin?(): void
}

/** @param program a file of dist/, which answers by thread-answers.ts */
export function createThread<Question, Answer, Note = never>(
  program: string,
  { workerData, onNote = () => {}, onBegin = () => {} }: ThreadOptions<Note> = {},
): Thread<Question, Answer> {
  const asked = new Map<number, Asked<Answer>>()
  let worker: Worker | undefined
  let lastId = 0

  function begin(): Worker {
    const begun = new Worker(builtProgram(program), { workerData })
    begun.on('message', read)
    begun.on('error', (error) => forget(begun, error as Error))
    begun.on('exit', () => forget(begun, new Error(`the thread ${program} has ended`)))
    worker = begun
    onBegin()
    return begun
  }

  function read(message: ThreadMessage): void {
    if (message.kind === 'note') onNote(message.note as Note)
    else settle(message)
  }

  function settle({ id, answer, error }: Extract<ThreadMessage, { kind: 'answer' }>): void {
    const waiting = asked.get(id)
    asked.delete(id)
    // It keeps no program alive; a question that waits for its answer does.
    if (asked.size === 0) worker?.unref()
    if (error === undefined) waiting?.resolve(answer as Answer)
    else waiting?.reject(receiveError(error))
  }

  function forget(ended: Worker, error: Error): void {
    if (worker !== ended) return
    worker = undefined
    for (const { reject } of asked.values()) reject(error)
    asked.clear()
  }

  return {
    ask(question) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      const thread = worker ?? begin()
      lastId += 1
      asked.set(lastId, { resolve, reject })
      thread.ref()
      thread.postMessage({ id: lastId, question } satisfies ThreadQuestion<Question>)
      return promise
    },
    isRunning: () => worker !== undefined,
    async end() {
      await worker?.terminate()
    },
  }
}
