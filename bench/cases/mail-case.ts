import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, signIn } from '../../test/support/admin-client.ts'
import { writeLargePdf } from '../../test/support/large-pdf.ts'
import { type RunningDocket, runDocket, startDocket } from '../../test/support/run-docket.ts'
import type { Visitor } from '../../test/support/visitor.ts'

const ENTRY_ID = 1

/** A docket of one entry with a PDF of about 300 kB, and its administrator. */
export async function loadMailCase(folder: string): Promise<void> {
  const pdfs = join(folder, 'pdfs')
  mkdirSync(pdfs, { recursive: true })
  await writeLargePdf(join(pdfs, '1.pdf'), 298_000)
  const docket = {
    case_name: 'Doe v. Roe',
    court_id: 'nysd',
    docket_number: '1:26-cv-00001',
    docket_entries: [
      {
        document_number: '1',
        date_filed: '2026-07-30',
        description: 'ORDER granting Motion for Extension of Time to File Response by John Doe.',
        attachments: [],
      },
    ],
  }
  writeFileSync(join(folder, 'docket.json'), JSON.stringify(docket))
  await run(folder, ['docket:import', join(folder, 'docket.json'), '--documents', pdfs])
  await run(folder, ['admin:create', '--email', ADMIN_EMAIL, '--password-stdin'], ADMIN_PASSWORD)
}

async function run(folder: string, words: string[], input = ''): Promise<void> {
  const { code, stdout, stderr } = await runDocket(words, { DATA_DIR: folder }, input)
  if (code !== 0) throw new Error(stdout + stderr)
}

/** Active subscribers from `reader{from}@example.org` up to but not including `reader{to}@example.org`. */
export async function addSubscribers(folder: string, from: number, to: number): Promise<void> {
  const db = await connectDatabase(`sqlite:${join(folder, 'docket.db')}`)
  for (let start = from; start < to; start += 1000) {
    const numbers = Array.from({ length: Math.min(1000, to - start) }, (_, index) => start + index)
    const rows = numbers.map((number) => ({
      email: `reader${number}@example.org`,
      email_key: `reader${number}@example.org`,
      token: `${number}`.padStart(43, 't'),
      state: 'active' as const,
      created_at: 0,
      updated_at: 0,
    }))
    await db.insertInto('subscriptions').values(rows).execute()
  }
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
