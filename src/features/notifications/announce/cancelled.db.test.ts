import { describe, expect, test } from 'vitest'
import {
  addEntry,
  announce,
  clerk,
  openAnnounced,
  openHalfway,
  readLog,
  readStates,
  startWorker,
  until,
  untilFinished,
} from '../../../../test/support/delivery.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deleteEntry, restoreEntry } from '../../docket/entries/save-entry.ts'
import type { DeliveryWorkerOptions } from '../deliver/worker.ts'
import { stopNotification } from './stop-and-retry.ts'

/** Thirty recipients: ten messages are sent, and two more are in flight until `release` is called. */
async function sendSome(options: DeliveryWorkerOptions = {}) {
  const halfway = await openHalfway('sqlite', { recipients: 30, connections: 2, sent: 10 })
  startWorker(halfway.platform, options)
  await until(() => halfway.sink.received.length === 12)
  return halfway
}

/** Leaves only the check before each message to stop the sending. */
const SELDOM = { renewEveryMs: 600_000 }

const NOT_PUBLIC = 'The entry is no longer public'

type Halfway = Awaited<ReturnType<typeof sendSome>>

const makeDraft = ({ platform: { db }, entryId }: Halfway) =>
  db.updateTable('entries').set({ status: 'draft' }).where('id', '=', entryId).execute()

const remove = ({ platform, entryId: id }: Halfway) => deleteEntry(platform, { id, by: clerk })

const stop = ({ platform, id }: { platform: Platform; id: number }) =>
  stopNotification(platform, { notificationId: id, by: clerk })

async function repliesOf(platform: Platform): Promise<Record<string, number>> {
  const replies: Record<string, number> = {}
  for (const { state, server_reply } of Object.values(await readLog(platform))) {
    const key = state === 'sent' ? state : `${state}: ${server_reply}`
    replies[key] = (replies[key] ?? 0) + 1
  }
  return replies
}

// On SQLite alone: the worker’s statements are tested on both in deliver/worker.db.test.ts.
describe('a cancelled notification', () => {
  test.each([
    ['deleted', NOT_PUBLIC, remove],
    ['made a draft', NOT_PUBLIC, makeDraft],
    ['stopped', 'Stopped by an administrator', stop],
  ])(
    '%s while it runs: nobody else is mailed, and the log says why',
    async (_, reason, callOff) => {
      const halfway = await sendSome(SELDOM)
      const { platform, sink, id, release } = halfway
      await callOff(halfway)
      release()
      await untilFinished(platform, id)
      expect(await repliesOf(platform)).toEqual({ sent: 12, [`skipped: ${reason}`]: 18 })
      expect(sink.received).toHaveLength(12)
    },
  )

  test('restored at once, what was skipped stays skipped; sent again it goes to everyone', async () => {
    const halfway = await sendSome()
    const { platform, sink, entryId, id, release } = halfway
    await remove(halfway)
    await until(async () => Object.values(await readStates(platform)).includes('skipped'))
    await restoreEntry(platform, { id: entryId, by: clerk })
    release()
    await untilFinished(platform, id)
    expect(sink.received).toHaveLength(12)
    await expect(announce(platform, entryId)).rejects.toMatchObject({ code: 'already_notified' })
    await untilFinished(platform, await announce(platform, entryId, true))
    expect(sink.counts.size).toBe(30)
    expect(sink.received).toHaveLength(42)
  })

  test('what would be tried again hours later is skipped now', async () => {
    const { platform, sink, id } = await openAnnounced('sqlite', 3)
    sink.behaveByDefault({ kind: 'refuse', at: 'RCPT', reply: '450 4.2.0 Greylisted' })
    startWorker(platform, { nextAttemptAt: ({ now }) => now + 3_600_000 })
    await until(async () =>
      Object.values(await readStates(platform)).every((state) => state === 'deferred'),
    )
    await stop({ platform, id })
    await untilFinished(platform, id)
    expect(await repliesOf(platform)).toEqual({
      'skipped: Stopped by an administrator; before: 450 4.2.0 Greylisted': 3,
    })
  })

  test('a notification of another entry goes on', async () => {
    const { platform, sink, id, release } = await sendSome()
    const other = await announce(platform, await addEntry(platform.db, { title: 'Another' }))
    await stop({ platform, id })
    release()
    await untilFinished(platform, other)
    expect(sink.received).toHaveLength(42)
  })
})
