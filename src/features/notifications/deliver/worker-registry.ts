import { randomUUID } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import { isRunning } from '../../../platform/is-running.ts'
import { hasElapsed } from '../../../platform/waits.ts'
import {
  listWorkers,
  removeWorkers,
  upsertWorker,
  type WorkerIdentity,
  type WorkerRow,
} from './worker-queries.ts'

/** A worker silent for this long is presumed dead, no matter where it runs. */
const SILENT_MS = 30_000
/** A worker that has not checked in for this long must assume that others presume it dead. */
const DOUBT_MS = 20_000

/** Distinguishes a process from an earlier one that had the same process id. */
const startOf = (id: string) => id.split('-')[0]
const processStart = Math.round(performance.timeOrigin).toString(36)

export function createIdentity(): WorkerIdentity {
  return { id: `${processStart}-${randomUUID()}`, host: processHost(), pid: process.pid }
}

/** Containers may share a host name, and process ids are only meaningful within one namespace. */
function processHost(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** A worker seen in the future was seen by a clock that was ahead, and may have died since. */
const isFresh = ({ silent_for }: Pick<WorkerRow, 'silent_for'>) =>
  !hasElapsed(-silent_for, 0, SILENT_MS)

export function isDead(worker: WorkerRow, me: WorkerIdentity, isRunning: (pid: number) => boolean) {
  if (worker.id === me.id) return false
  if (!isFresh(worker)) return true
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
    /** False if this process was suspended or slow for so long that others may presume it dead. */
    isSurelyAlive: () => !hasElapsed(shownAt, clock(), DOUBT_MS),
    /** @returns how many workers are alive, and how many deliveries the dead ones left uncertain */
    async recover(): Promise<{ living: number; uncertain: number }> {
      const all = await listWorkers(db)
      const dead = all.filter((worker) => isDead(worker, me, isRunning)).map(({ id }) => id)
      const uncertain = await removeWorkers(db, dead, clock())
      return { living: all.length - dead.length, uncertain }
    },
    leave: () => removeWorkers(db, [me.id], clock()),
  }
}

/** Whether a `serve` or `worker` process uses this database: each has a delivery worker that checks in. */
export async function isServing(db: Queryable): Promise<boolean> {
  return (await listWorkers(db)).some(isFresh)
}
