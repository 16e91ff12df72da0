import { createThread, type Thread } from './thread.ts'

/** What the threads of a service are told; nothing else of the configuration leaves the thread that serves. */
export interface ThreadConfig {
  databaseUrl: string
  timeZone: string
}

/** On SQLite, writes for a service: whatever its pages change, downloads' records, summaries (writing-thread.ts). */
export const createWritingThread = (config: ThreadConfig): Thread =>
  createThread('writing-thread.js', { workerData: configOf(config) })

/** Reads what takes long: searches, figures, and the page that is made of them (reading-thread.ts). */
export const createReadingThread = (config: ThreadConfig): Thread =>
  createThread('reading-thread.js', { workerData: configOf(config) })

const configOf = ({ databaseUrl, timeZone }: ThreadConfig): ThreadConfig => ({
  databaseUrl,
  timeZone,
})
