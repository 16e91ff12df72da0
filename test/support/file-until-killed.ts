import { flushCompileCache } from 'node:module'
import type { Kysely, KyselyPlugin } from 'kysely'
import { createEntry } from '../../src/features/docket/entries/save-entry.ts'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import type { Schema } from '../../src/platform/database/schema.ts'
import { openStorage } from '../../src/platform/files/open-storage.ts'
import { offerFile } from './offered-file.ts'
import { entryFields } from './rows.ts'

/*
 * A process that files entries with a file of this many bytes each until it is killed, by its parent or by itself at
 * the moment that `killAt` names. It prints each file's SHA-256 once its entry is committed.
 */

// A killed process leaves no module cache for the next one unless it is written now.
flushCompileCache()

const [databaseUrl = '', storageUrl = '', incoming = '', bytes = '', killAt = ''] =
  process.argv.slice(2)

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('unreachable')
}

/** Dies between the rows of one transaction. */
const dieWhileInserting: KyselyPlugin = {
  transformQuery({ node }) {
    const isText =
      node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('search_texts')
    return isText ? die() : node
  },
  transformResult: async ({ result }) => result,
}

const storage = await openStorage(storageUrl, { incoming, region: undefined })
const files = {
  ...storage,
  async store(key: string, path: string) {
    await storage.store(key, path)
    if (killAt === 'stored') die()
  },
}
const connected: Kysely<Schema> = await connectDatabase(databaseUrl)
const db = killAt === 'inserting' ? connected.withPlugin(dieWhileInserting) : connected

for (let count = 1; ; count += 1) {
  const content = `${process.pid} ${count} `.padEnd(Number(bytes))
  const file = await offerFile(files, 'Filing.pdf', { content, pages: ['x'] })
  if (killAt === 'received') die()
  await createEntry(
    { db, files, clock: Date.now },
    {
      fields: entryFields({ title: file.sha256 }),
      files: [file],
      by: { administrator: null, clientIp: null },
    },
  )
  process.stdout.write(`${file.sha256}\n`)
  if (killAt === 'committed') die()
}
