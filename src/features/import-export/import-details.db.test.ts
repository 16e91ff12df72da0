import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exportedDocket, loadDocket, putPdfs, writeDocket } from '../../../test/support/dockets.ts'
import { newPlatform } from '../../../test/support/test-platform.ts'
import type { EntryEvent } from '../../platform/database/schema.ts'
import { insertEvent } from '../calendar/queries.ts'
import { listEvery } from '../docket/entries/queries.ts'

const at = '2026-07-30T16:00:00.000Z'
const usual = { filed_on: '2026-07-30', title: 'NOTICE' }
const order = { ...usual, id: 12, number: 2, title: 'ORDER', published_at: at }
const hearing = {
  id: 7,
  uid: 'a-1',
  kind: 'hearing',
  date: '2026-08-14',
  time: '10:00',
  place: 'Courtroom 14C',
  note: 'Bring exhibits',
}
const document = {
  id: 21,
  pinned_at: at,
  corrections: [{ field: 'document_title', earlier: 'Exhibt', corrected_at: at }],
  earlier_versions: [{ sha256: 'ab'.repeat(32), byte_size: 1, page_count: 3, replaced_at: at }],
}

/** A motion and an order about it, with a hearing, corrections and a file that was replaced; a draft; a deleted entry. */
const docketOf = (path: string, sequence: number) => ({
  case: { caption: 'Doe v. Roe', about: '# Claims' },
  entries: [
    { ...usual, id: 11, number: 1, title: 'MOTION to Dismiss', published_at: at },
    {
      ...order,
      relations: [{ kind: 'decides', number: 1 }],
      events: [{ ...hearing, sequence }],
      corrections: [{ field: 'title', earlier: 'Ordre', corrected_at: at }],
      documents: [{ ...document, path }],
    },
    { ...usual, id: 13, number: 3, status: 'draft' },
    { ...usual, id: 14, number: 4, deleted: true },
  ],
})

const parse = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

it.each(['sqlite', 'postgres'] as const)('details of entries come back, on %s', async (dialect) => {
  const [platform, other] = [await newPlatform(dialect), await newPlatform(dialect)]
  const file = writeDocket(docketOf('documents/2.pdf', 0))
  putPdfs(join(file, '../documents'), { 2: 'order' })
  await loadDocket(platform, file)
  // As after a change of the order, which the hearing's sequence counts.
  await platform.db.updateTable('entries').set({ version: 2 }).execute()
  const first = await exportedDocket(platform)
  expect(parse(first)).toMatchObject(docketOf(expect.stringContaining('ECF 002'), 1))

  await loadDocket(other, first)
  const second = await exportedDocket(other)
  expect(parse(second)).toEqual(parse(first))
  // Back into the docket that it came from: nothing is doubled.
  const again = await loadDocket(platform, second)
  expect(again).toMatchObject({ entriesAdded: 0, documentsAdded: 0, differing: [] })
  expect(parse(await exportedDocket(platform))).toEqual(parse(first))
  // The next one gets an ID of its own.
  const [shown] = await listEvery(other.db, 'entry_events')
  const { id: _, ...event } = { ...shown, uid: 'next' } as EntryEvent
  await insertEvent(other.db, event)
  expect((await listEvery(other.db, 'entry_events')).map(({ id }) => id)).toEqual([7, 8])
})
