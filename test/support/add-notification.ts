import type { Notification, Queryable } from '../../src/platform/database/schema.ts'

/** A notification of one entry, without deliveries; finished unless told otherwise. @returns its id */
export async function addNotification(
  db: Queryable,
  entry_id: number,
  change: Partial<Notification> = {},
): Promise<number> {
  const mail = { subject: 'ECF 1', html: '', text: '', created_by: 'clerk@example.com' }
  const times = { created_at: 1, finished_at: 1 }
  const { id } = await db
    .insertInto('notifications')
    .values({ ...mail, ...times, mode: 'live', recipient_count: 2, ...change })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { notification_id: id, entry_id, position: 0 }
  await db.insertInto('notification_entries').values(row).execute()
  return id
}
