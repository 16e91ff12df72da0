import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { stopNotification } from '../../src/features/notifications/announce/stop-and-retry.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { Platform } from '../../src/platform/platform.ts'
import {
  addEntry,
  addSubscribers,
  announce,
  clerk,
  findFinished,
  openAnnounced,
  openDeliveryFixture,
  readStates,
  unsubscribe,
  until,
  untilFinished,
} from '../support/delivery.ts'
import { killProcess, startWorkerProcess } from '../support/worker-process.ts'

const CONNECTIONS = 10
/** Longer than a message takes on a busy machine. */
const LEASE_TIMEOUT_MS = 10_000

const startProcess = (platform: Platform) =>
  startWorkerProcess(platform, { MAIL_CONNECTIONS: String(CONNECTIONS) })

test.each(['sqlite', 'postgres'] as const)(
  'killed while sending on %s, and stopped before it runs again: nobody else is mailed (PROMISES 31)',
  async (dialect) => {
    const { platform, sink, id } = await openAnnounced(dialect, 40)
    sink.behaveByDefault(() =>
      sink.received.length >= 10 ? { kind: 'stall', at: 'after DATA' } : { kind: 'accept' },
    )
    const first = await startProcess(platform)
    await until(() => sink.received.length >= 10 + CONNECTIONS)
    await killProcess(first)
    await endLeases(platform)
    await stopNotification(platform, { notificationId: id, by: clerk })
    const { length: received } = sink.received
    sink.behaveByDefault({ kind: 'accept' })
    await startProcess(platform)
    await untilFinished(platform, id)
    const { sent = 0, uncertain = 0, skipped } = countStates(await readStates(platform))
    expect([sink.received.length, sink.counts.size]).toEqual([received, received])
    expect(sent + uncertain).toBe(received)
    expect(skipped).toBe(40 - received)
    sink.hangUp()
  },
)

/** Sends to many recipients, some of whom refuse or unsubscribe meanwhile, and kills one of the processes now and then. */
async function sendWithKills(
  dialect: DialectName,
  { recipients, kills, processes }: { recipients: number; kills: number; processes: number },
) {
  const { platform, sink } = await openDeliveryFixture(dialect, {}, { sink: { keepRaw: false } })
  const emails = await addSubscribers(platform.db, recipients)
  const refused = emails.filter((_, index) => index % 50 === 25)
  for (const email of refused) {
    sink.behave(email, { kind: 'refuse', at: 'RCPT', reply: '550 5.1.1 No such user' })
  }
  const id = await announce(platform, await addEntry(platform.db))
  const leaving = emails.slice(-recipients / 100)
  const workers: ChildProcess[] = []
  while (workers.length < processes) workers.push(await startProcess(platform))
  let killed = 0
  for (; killed < kills; killed++) {
    const threshold = ((killed + Math.random()) * recipients * 0.9) / kills
    await until(() => sink.counts.size >= threshold)
    await killProcess(workers[killed % processes] as ChildProcess)
    if (killed === 0) await unsubscribe(platform, ...leaving)
    workers[killed % processes] = await startProcess(platform)
  }
  await until(async () => {
    await sleep(50)
    await endLeases(platform, LEASE_TIMEOUT_MS)
    return findFinished(platform.db, id)
  })
  await Promise.all(workers.map(killProcess))
  return { states: await readStates(platform), sink, emails, refused, leaving }
}

/** As if the leases were over. This mail server answers at once, so what is still being sent belongs to a process that was killed. */
async function endLeases({ db }: Platform, sendingForMs = 0): Promise<void> {
  const sending = db.updateTable('deliveries').where('state', '=', 'sending')
  const old = sending.where('updated_at', '<=', Date.now() - sendingForMs)
  await old.set({ leased_until: 0 }).execute()
}

function countStates(states: Record<string, string>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const state of Object.values(states)) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

/* PROMISES 19, with the real program, a real SMTP conversation and a real SIGKILL. */
test.each([
  ['sqlite', { recipients: 10_000, kills: 6, processes: 1 }],
  ['postgres', { recipients: 4000, kills: 4, processes: 2 }],
] as const)(
  'killed while sending on %s: each recipient ends in one state, nobody gets two %o',
  async (dialect, plan) => {
    const { states, sink, emails, refused, leaving } = await sendWithKills(dialect, plan)
    const counts = countStates(states)
    console.log(`${dialect}, killed ${plan.kills} times: ${JSON.stringify(counts)}`)
    expect(Object.keys(states).toSorted()).toEqual(emails.toSorted())
    expect(counts.uncertain ?? 0).toBeLessThanOrEqual(plan.kills * CONNECTIONS)
    for (const email of emails) {
      const state = states[email]
      const accepted = refused.includes(email) ? 'failed' : 'sent'
      const expected = leaving.includes(email) ? 'skipped' : accepted
      expect([expected, 'uncertain']).toContain(state)
      const messages = sink.counts.get(email) ?? 0
      if (state === 'uncertain') expect(messages).toBeLessThanOrEqual(1)
      else expect(messages).toBe(state === 'sent' ? 1 : 0)
    }
  },
  600_000,
)
