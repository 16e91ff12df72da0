/* The thread of access-page-thread.ts: reads figures, makes the HTML of the page. */
import { workerData } from 'node:worker_threads'
import { connectReader } from '../../../platform/database/connect.ts'
import { loadAssets } from '../../../platform/http/assets.ts'
import { lowerPriority } from '../../../platform/threads/lower-priority.ts'
import { answerQuestions } from '../../../platform/threads/thread-answers.ts'
import { STATEMENT_TIMEOUT_MS } from '../figures/figure-reader.ts'
import type { AccessPageConfig } from './access-page-thread.ts'
import { createAccessPageMaker } from './make-access-page.tsx'

lowerPriority()
const { databaseUrl, timeZone } = workerData as AccessPageConfig
const db = connectReader(databaseUrl, { poolSize: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS })
const make = createAccessPageMaker({ db, timeZone, assets: loadAssets() })
answerQuestions(make, (answer) => (answer?.found.html ? [answer.found.html.buffer] : []))
