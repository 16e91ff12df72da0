/* The thread with the service's only writing connection to SQLite (docs/decisions/033). */
import { workerData } from 'node:worker_threads'
import { createDownloadStore } from './features/downloads/queries.ts'
import { connectWritingThread } from './platform/database/connect.ts'
import { sqlHandlers } from './platform/database/sqlite/remote-sqlite.ts'
import { answerCalls, type ThreadConfig } from './platform/threads/thread.ts'

const { databaseUrl } = workerData as ThreadConfig
const db = connectWritingThread(databaseUrl)
answerCalls({ ...sqlHandlers(db), ...createDownloadStore(db) })
