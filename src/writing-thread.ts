/* The thread with the service's only writing connection to SQLite (docs/decisions/033). */
import { workerData } from 'node:worker_threads'
import { storesDownloads } from './features/downloads/queries.ts'
import { connectWritingThread } from './platform/database/connect.ts'
import { answersSql } from './platform/database/sqlite/asked-sqlite.ts'
import type { ThreadConfig } from './platform/threads/serving-threads.ts'
import { answerQuestions } from './platform/threads/thread.ts'

const { databaseUrl } = workerData as ThreadConfig
const db = connectWritingThread(databaseUrl)
answerQuestions({ ...answersSql(db), ...storesDownloads(db) })
