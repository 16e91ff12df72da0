import { beforeEach, expect, test, vi } from 'vitest'
import { connectMigrated, eachDatabase } from '../../../test/support/each-database.ts'
import { sentDocument } from '../../../test/support/rows.ts'
import type { Database } from '../../platform/database/schema.ts'
import { createDownloadStore } from './queries.ts'
import { createDownloadRecorder } from './record-download.ts'

const recorderOf = (db: Database) => createDownloadRecorder(createDownloadStore(db))

eachDatabase('download records', (database) => {
  const rows = () => database.db.selectFrom('document_accesses').selectAll().orderBy('id').execute()
  beforeEach(async () => {
    await database.db.deleteFrom('document_accesses').execute()
    await database.db.deleteFrom('download_chains').execute()
  })

  test('a record is in the database when the promise resolves', async () => {
    const { part, ...sent } = sentDocument({ client_ip: null, user_agent: "curl/8 'x\n" })
    await recorderOf(database.db).record([{ ...sent, part }])
    const id = expect.any(Number)
    expect(await rows()).toEqual([{ ...sent, is_robot: 1, source: 'service', id }])
  })

  test('many at once are recorded once each, in few commits', async () => {
    const commits = vi.spyOn(database.db, 'transaction')
    const recorder = recorderOf(database.db)
    const agents = Array.from({ length: 1201 }, (_, i) => `agent ${i}`)
    await Promise.all(agents.map((user_agent) => recorder.record([sentDocument({ user_agent })])))
    expect((await rows()).map((row) => row.user_agent)).toEqual(agents)
    expect(commits).toHaveBeenCalledTimes(1)
    commits.mockRestore()
  })

  test('a failed group is rejected, and the next one is recorded', async () => {
    const recorder = recorderOf(database.db)
    const broken = sentDocument({ document_id: null as unknown as number })
    await expect(recorder.record([broken])).rejects.toThrow(/null/i)
    await recorder.record([sentDocument()])
    expect((await rows()).length).toBe(1)
  })

  test('close waits for records that are being withdrawn', async () => {
    const recorder = recorderOf(database.db)
    const recorded = await recorder.record([sentDocument()])
    void recorded.withdraw()
    await recorder.close()
    expect(await rows()).toEqual([])
  })

  test('close waits for records in progress', async () => {
    const recorder = recorderOf(database.db)
    const records = Array.from({ length: 600 }, () => recorder.record([sentDocument()]))
    await recorder.close()
    expect((await rows()).length).toBe(600)
    await Promise.all(records)
    await recorder.close()
  })
})

test('a hanging database is given up on, so that the file can be sent', async () => {
  const { db } = await connectMigrated('sqlite')
  const hanging = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => new Promise(() => {}),
  })
  const recorder = createDownloadRecorder(createDownloadStore(hanging), 5)
  await expect(recorder.record([sentDocument()])).rejects.toThrow('did not answer')
  await recorder.close()
})
