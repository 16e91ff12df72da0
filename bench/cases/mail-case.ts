import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import { addAdministrator } from '../../test/support/admin-browser.ts'
import { signIn } from '../../test/support/admin-client.ts'
import { type RunningDocket, startDocket } from '../../test/support/run-docket.ts'
import { loadSmallDocket } from '../../test/support/small-docket.ts'
import type { Visitor } from '../../test/support/visitor.ts'

const ENTRY_ID = 1

/** A docket of one entry with a PDF of about 300 kB, and its administrator. */
export async function loadMailCase(folder: string): Promise<void> {
  await loadSmallDocket({}, folder, [298_000])
  await addAdministrator(folder)
}

/** Active subscribers from `reader{from}@example.org` up to but not including `reader{to}@example.org`. */
export async function addSubscribers(folder: string, from: number, to: number): Promise<void> {
  const db = await connectDatabase(`sqlite:${join(folder, 'docket.db')}`)
  await sql`with recursive n (i) as (select ${from} union all select i + 1 from n where i < ${to - 1})
    insert into subscriptions (email, email_key, token, state, created_at, updated_at)
    select 'reader' || i || '@example.org', 'reader' || i || '@example.org', hex(randomblob(21)), 'active', 0, 0
    from n`.execute(db)
  await db.destroy()
}

export interface MailingDocket extends RunningDocket {
  /** Presses Send Notification as soon as the previous notification is finished. */
  press(): Promise<void>
}

/** `docket serve` in live mode, with an administrator signed in. */
export async function startMailing(folder: string, smtpUrl: string): Promise<MailingDocket> {
  const docket = await startDocket({ NOTIFICATIONS_MODE: 'live', SMTP_URL: smtpUrl }, folder)
  const admin = await signIn(docket.url)
  return { ...docket, press: () => press(admin) }
}

const WAIT_MS = 200
const MAX_WAITS = 100

async function press(admin: Visitor): Promise<void> {
  for (let attempt = 0; attempt < MAX_WAITS; attempt += 1) {
    await admin.get(`/admin/entries/${ENTRY_ID}/notifications/new`)
    const answer = await admin.post(`/admin/entries/${ENTRY_ID}/notifications`, { again: '1' })
    if (answer.status === 303) return
    if (answer.status !== 409) throw new Error(`Send Notification answered ${answer.status}`)
    await sleep(WAIT_MS)
  }
  throw new Error('the notification before does not come to its end')
}
