import { describe, expect, test } from 'vitest'
import { clerk, openAnnounced, openHalfway, until } from '../../../../test/support/delivery.ts'
import { deleteEntry, restoreEntry } from '../../docket/entries/save-entry.ts'
import type { DeliveryWorkerOptions } from '../deliver/worker.ts'
import { stopNotification } from './stop-and-retry.ts'

/** Thirty recipients: ten messages are sent, and two more are in flight until `release` is called. */
async function sendSome(options: DeliveryWorkerOptions = {}) {
  const halfway = await openHalfway('sqlite', { recipients: 30, connections: 2, sent: 10 })
  halfway.startWorker(options)
  await until(() => halfway.sink.received.length === 12)
  return halfway
}

const NOT_PUBLIC = 'The entry is no longer public'

type Halfway = Awaited<ReturnType<typeof sendSome>>

const makeDraft = ({ platform: { db }, entryId }: Halfway) =>
  db.updateTable('entries').set({ status: 'draft' }).where('id', '=', entryId).execute()

const remove = ({ platform, entryId: id }: Halfway) => deleteEntry(platform, { id, by: clerk })

const stop = ({ platform, id }: Pick<Halfway, 'platform' | 'id'>) =>
  stopNotification(platform, { notificationId: id, by: clerk })

async function countReplies({ readLog }: Pick<Halfway, 'readLog'>) {
  const replies: Record<string, number> = {}
  for (const { state, server_reply } of Object.values(await readLog())) {
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
      // Only the check before each message is left to stop the sending.
      const halfway = await sendSome({ renewEveryMs: 600_000 })
      await callOff(halfway)
      halfway.release()
      await halfway.untilFinished()
      expect(await countReplies(halfway)).toEqual({ sent: 12, [`skipped: ${reason}`]: 18 })
      expect(halfway.sink.received).toHaveLength(12)
    },
  )

  test('restored at once, what was skipped stays skipped; sent again it goes to everyone', async () => {
    const halfway = await sendSome()
    const { platform, sink, entryId, untilFinished, announce } = halfway
    await remove(halfway)
    await until(async () => Object.values(await halfway.readStates()).includes('skipped'))
    await restoreEntry(platform, { id: entryId, by: clerk })
    halfway.release()
    await untilFinished()
    expect(sink.received).toHaveLength(12)
    await expect(announce(entryId)).rejects.toMatchObject({ code: 'already_notified' })
    await untilFinished(await announce(entryId, true))
    expect(sink.counts.size).toBe(30)
    expect(sink.received).toHaveLength(42)
  })

  test('what would be tried again hours later is skipped now', async () => {
    const announced = await openAnnounced('sqlite', 3)
    announced.sink.behaveByDefault({ kind: 'refuse', at: 'RCPT', reply: '450 4.2.0 Greylisted' })
    announced.startWorker({ nextAttemptAt: ({ now }) => now + 3_600_000 })
    await until(async () =>
      Object.values(await announced.readStates()).every((state) => state === 'deferred'),
    )
    await stop(announced)
    await announced.untilFinished()
    expect(await countReplies(announced)).toEqual({
      'skipped: Stopped by an administrator; before: 450 4.2.0 Greylisted': 3,
    })
  })

  test('a notification of another entry goes on', async () => {
    const halfway = await sendSome()
    const other = await halfway.announce()
    await stop(halfway)
    halfway.release()
    await halfway.untilFinished(other)
    expect(halfway.sink.received).toHaveLength(42)
  })
})
