import { parentPort } from 'node:worker_threads'
import { passError } from '../passed-error.ts'
import type { ThreadMessage, ThreadQuestion } from './thread.ts'

const send = (message: ThreadMessage, moved: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, moved)

/**
 * The thread's side of thread.ts: several questions may be under way at once.
 * @param moved what of the answer goes over as it is, instead of being copied
 */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Promise<Answer>,
  moved: (answered: Answer) => ArrayBuffer[] = () => [],
): void {
  parentPort?.on('message', ({ id, question }: ThreadQuestion<Question>) => {
    answer(question).then(
      (answered) => send({ kind: 'answer', id, answer: answered }, moved(answered)),
      (error) => send({ kind: 'answer', id, error: passError(error) }),
    )
  })
}

export const tellNote = (note: unknown): void => send({ kind: 'note', note })
