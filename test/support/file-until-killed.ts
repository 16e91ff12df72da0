import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { Kysely, KyselyPlugin } from 'kysely'
import { createEntry } from '../../src/features/docket/entries/save-entry.ts'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import type { Schema } from '../../src/platform/database/schema.ts'
import { openStorage } from '../../src/platform/files/open-storage.ts'
import { NOTHING_READ } from './nothing-read.ts'
import { entryFields } from './rows.ts'

/*
 * A process that files entries with a PDF each until it is killed, by its parent or by itself at
 * the moment that `killAt` names. It prints each entry's SHA-256 once that is committed.
 */

// A killed process leaves no module cache for the next one unless it is written now.
flushCompileCache()

const [databaseUrl = '', storageUrl = '', incoming = '', pdf = '', killAt = ''] =
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
const original = readFileSync(pdf)

for (let count = 1; ; count += 1) {
  const bytes = Buffer.concat([original, Buffer.from(`\n% ${process.pid} ${count}\n`)])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const path = await files.incomingPath()
  writeFileSync(path, bytes)
  if (killAt === 'received') die()
  await createEntry(
    { db, files, clock: Date.now },
    {
      fields: entryFields({ title: sha256 }),
      files: [
        {
          name: 'Filing.pdf',
          path,
          sha256,
          byteSize: bytes.length,
          pageCount: 1,
          pages: ['x'],
          reading: NOTHING_READ,
        },
      ],
      by: { administrator: null, clientIp: null },
    },
  )
  process.stdout.write(`${sha256}\n`)
  if (killAt === 'committed') die()
}
