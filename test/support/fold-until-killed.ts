import type { KyselyPlugin } from 'kysely'
import {
  foldDownloads,
  rebuildStatistics,
} from '../../src/features/statistics/figures/fold-downloads.ts'
import { connectDatabase } from '../../src/platform/database/connect.ts'

/*
 * A process that folds downloads into the summaries, or rebuilds them, and kills itself before the statement with the
 * given number, counted from 1.
 */

const [url = '', timeZone = '', what = '', dieAt = ''] = process.argv.slice(2)

let statements = 0
const die: KyselyPlugin = {
  transformQuery({ node }) {
    statements += 1
    if (statements === Number(dieAt)) process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
}

const db = (await connectDatabase(url, { poolSize: 1 })).withPlugin(die)
if (what === 'rebuild') await rebuildStatistics(db, timeZone)
else await foldDownloads(db, timeZone, 1_000_000)
process.exit(0)
