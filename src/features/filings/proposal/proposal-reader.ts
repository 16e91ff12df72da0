import { InvalidError } from '../../../platform/http/errors.ts'
import { createThread } from '../../../platform/threads/thread.ts'
import type { proposeFiling } from './proposal-rules.ts'

type Input = Parameters<typeof proposeFiling>[0]
type Proposed = ReturnType<typeof proposeFiling>

/** A megabyte of text takes about a second. */
const DEADLINE_MS = 30_000

export type Propose = (input: Input) => Promise<Proposed>

/** Ends its thread if a proposal takes too long. */
export function createProposer() {
  const thread = createThread('proposal-thread.js')
  const propose: Propose = async (input) => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      late.reject(new InvalidError('This docket text takes too long to read. Paste part of it.'))
      thread.end()
    }, DEADLINE_MS)
    try {
      return await Promise.race([thread.call<Proposed>('proposeFiling', input), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
  return { propose, close: () => thread.end() }
}
