import { randomUUID } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import { isRunning } from '../../../platform/is-running.ts'
import {
  listWorkers,
  removeWorkers,
  upsertWorker,
  type WorkerIdentity,
  type WorkerRow,
} from './worker-queries.ts'

/** A worker silent for so long is taken for dead, wherever it runs. */
const SILENT_MS = 30_000
/** One that could not show itself for so long no longer trusts that others take it for living. */
const DOUBT_MS = 20_000

/** Tells apart two processes that were given the same number, one after the other. */
const startOf = (id: string) => id.split('-')[0]
const processStart = Math.round(performance.timeOrigin).toString(36)

export function createIdentity(): WorkerIdentity {
  return { id: `${processStart}-${randomUUID()}`, host: processHost(), pid: process.pid }
}

/** Containers may share a host name; process numbers mean something within one namespace only. */
function processHost(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

export function isDead(worker: WorkerRow, me: WorkerIdentity, isRunning: (pid: number) => boolean) {
  if (worker.id === me.id) return false
  if (worker.silent_for > SILENT_MS) return true
  if (worker.host !== me.host) return false
  return worker.pid === me.pid ? startOf(worker.id) !== startOf(me.id) : !isRunning(worker.pid)
}

export function createWorkerRegistry(db: Database, clock: () => number) {
  const me = createIdentity()
  let shownAt = Number.NEGATIVE_INFINITY

  return {
    id: me.id,
    async show(): Promise<void> {
      const now = clock()
      await upsertWorker(db, me)
      shownAt = now
    },
    /** False for a process that was stopped, or slow, for so long that others may have taken it for dead. */
    isSurelyAlive: () => clock() - shownAt < DOUBT_MS,
    /** @returns how many workers live, and how many deliveries the dead ones left uncertain */
    async recover(): Promise<{ living: number; uncertain: number }> {
      const all = await listWorkers(db)
      const dead = all.filter((worker) => isDead(worker, me, isRunning)).map(({ id }) => id)
      const uncertain = await removeWorkers(db, dead, clock())
      return { living: all.length - dead.length, uncertain }
    },
    leave: () => removeWorkers(db, [me.id], clock()),
  }
}

/** Whether a `serve` or `worker` process works on this database: each has a delivery worker that shows itself. */
export async function isServing(db: Queryable): Promise<boolean> {
  return (await listWorkers(db)).some(({ silent_for }) => silent_for < SILENT_MS)
}
