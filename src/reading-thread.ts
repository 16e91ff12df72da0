/* A thread for slow, read-only work (docs/decisions/033): one for searches, one for statistics. */
import { workerData } from 'node:worker_threads'
import { FIGURES_OPTIONS } from './features/statistics/figures/statistics.ts'
import { createAccessPageMaker } from './features/statistics/pages/make-access-page.tsx'
import { connectReadingThread } from './platform/database/connect.ts'
import { sqlHandlers } from './platform/database/sqlite/remote-sqlite.ts'
import { loadAssets } from './platform/http/assets.ts'
import { answerCalls, lowerPriority, type ThreadConfig } from './platform/threads/thread.ts'

// Lower than visitors' downloads and pages, but not so low that a search would starve.
lowerPriority(10)
const { databaseUrl, timeZone } = workerData as ThreadConfig
const db = connectReadingThread(databaseUrl, FIGURES_OPTIONS)
const makeAccessPage = createAccessPageMaker(db, timeZone, loadAssets())
answerCalls({ ...sqlHandlers(db), makeAccessPage })
