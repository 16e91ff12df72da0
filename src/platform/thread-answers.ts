import { parentPort } from 'node:worker_threads'
import { passError } from './passed-error.ts'
import type { ThreadMessage, ThreadQuestion } from './thread.ts'

const send = (message: ThreadMessage) => parentPort?.postMessage(message)

/** The thread's side of thread.ts: several questions may be under way at once. */
export function answerQuestions<Question>(answer: (question: Question) => Promise<unknown>): void {
  parentPort?.on('message', ({ id, question }: ThreadQuestion<Question>) => {
    answer(question).then(
      (answered) => send({ kind: 'answer', id, answer: answered }),
      (error) => send({ kind: 'answer', id, error: passError(error) }),
    )
  })
}

export const tellNote = (note: unknown): void => send({ kind: 'note', note })
