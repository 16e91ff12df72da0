import { createThread } from '../../../platform/threads/thread.ts'
import type { proposeFiling } from './proposal-rules.ts'

/** A megabyte of text takes about a second. */
const DEADLINE_MS = 30_000

export type Propose = (
  input: Parameters<typeof proposeFiling>[0],
) => Promise<ReturnType<typeof proposeFiling>>

/** Ends its thread, and so the call, if a proposal takes too long. */
export function createProposer() {
  const thread = createThread('proposal-thread.js')
  const propose: Propose = async (input) => {
    const timer = setTimeout(thread.end, DEADLINE_MS)
    try {
      return await thread.call('proposeFiling', input)
    } finally {
      clearTimeout(timer)
    }
  }
  return { propose, close: thread.end }
}
