import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inDatabaseOf } from '../support/database-of.ts'
import { removeFolder, startDocket } from '../support/run-docket.ts'
import { importThreeEntries, PDF_SIZE } from '../support/three-entries.ts'

it('a record survives if the program is killed the moment the file has arrived', async () => {
  const folder = await importThreeEntries()
  for (let round = 1; round <= 2; round += 1) {
    const victim = await startDocket({}, folder)
    const response = await fetch(`${victim.url}/api/documents/1/download`)
    expect((await response.arrayBuffer()).byteLength).toBe(PDF_SIZE)
    await victim.stop('SIGKILL')
    const rows = await inDatabaseOf(folder, (db) =>
      db.selectFrom('document_accesses').select('id').execute(),
    )
    expect(rows).toHaveLength(round)
  }
  removeFolder(folder)
})

it('lets a download in progress finish when the program is told to stop', async () => {
  const folder = await importThreeEntries()
  const docket = await startDocket({}, folder)
  const response = await fetch(`${docket.url}/api/documents/2/download`)
  const stopped = docket.stop('SIGTERM')
  expect((await response.arrayBuffer()).byteLength).toBe(statSync(join(folder, 'pdfs/8.pdf')).size)
  expect(await stopped).toBe(0)
  removeFolder(folder)
})
