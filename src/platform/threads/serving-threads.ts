import type { Config } from '../../config.ts'
import { createThread, type Thread } from './thread.ts'

/** The settings that a service's threads need. */
export type ThreadConfig = Pick<Config, 'databaseUrl' | 'timeZone'>

/** Writes to SQLite for a service (writing-thread.ts). */
export const createWritingThread = (config: ThreadConfig) => create('writing-thread.js', config)

/** Runs slow reads: searches, statistics, and their page (reading-thread.ts). */
export const createReadingThread = (config: ThreadConfig) => create('reading-thread.js', config)

const create = (program: string, { databaseUrl, timeZone }: ThreadConfig): Thread =>
  createThread(program, { workerData: { databaseUrl, timeZone } })
