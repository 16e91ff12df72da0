import { createThread, type Thread } from './thread.ts'

/** All that the threads of a service are told of its configuration. */
export interface ThreadConfig {
  databaseUrl: string
  timeZone: string
}

/** On SQLite, writes for a service (writing-thread.ts). */
export const createWritingThread = (config: ThreadConfig) =>
  startThread('writing-thread.js', config)

/** Reads what takes long: searches, figures, and their page (reading-thread.ts). */
export const createReadingThread = (config: ThreadConfig) =>
  startThread('reading-thread.js', config)

const startThread = (program: string, { databaseUrl, timeZone }: ThreadConfig): Thread =>
  createThread(program, { workerData: { databaseUrl, timeZone } })
