import type { Config } from '../../../config.ts'
import { createThread } from '../../../platform/threads/thread.ts'
import type { AccessPageAnswer, AccessPageQuestion } from './make-access-page.tsx'

/**
 * Reads the figures of a Document Access page and makes the page, elsewhere: a year has a row for each day, all documents
 * one for each, and that long the thread that serves would answer nobody.
 */
export interface AccessPageThread {
  /** @returns undefined where the figures cannot be had from that source at this moment */
  make(question: AccessPageQuestion): Promise<{ found: AccessPageAnswer } | undefined>
  close(): Promise<void>
}

export type AccessPageConfig = Pick<Config, 'databaseUrl' | 'timeZone'>

export function createAccessPageThread({
  databaseUrl,
  timeZone,
}: AccessPageConfig): AccessPageThread {
  const thread = createThread<AccessPageQuestion, { found: AccessPageAnswer } | undefined>(
    'access-page-worker.js',
    // Nothing else of the configuration goes to the thread.
    { workerData: { databaseUrl, timeZone } satisfies AccessPageConfig },
  )
  return { make: thread.ask, close: thread.end }
}
