import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Queryable, Session } from '../../../platform/database/schema.ts'
import { sqlHasElapsed } from '../../../platform/waits.ts'

/** All in milliseconds: how long sessions last, and the current time. */
type SessionTimes = Pick<Config, 'sessionIdleMs' | 'sessionMaxMs'> & { now: number }

export type LiveSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** A session that has not ended, of an administrator who is not disabled (PROMISES 3). */
export function findSession(db: Queryable, idHash: string, times: SessionTimes) {
  return live(db, times).where('id_hash', '=', idHash).executeTakeFirst()
}

export function listSessions(db: Queryable, administratorId: number, times: SessionTimes) {
  const own = live(db, times).where('administrator_id', '=', administratorId)
  return own.orderBy('last_seen_at', 'desc').execute()
}

/** Idle for too long, too old, or begun by a clock that was ahead. */
const hasEnded = ({ now, sessionIdleMs, sessionMaxMs }: SessionTimes) =>
  sql<boolean>`(${sqlHasElapsed('sessions.last_seen_at', now, sessionIdleMs)}
    or ${sqlHasElapsed('sessions.created_at', now, sessionMaxMs)})`

function live(db: Queryable, times: SessionTimes) {
  return db
    .selectFrom('sessions')
    .innerJoin('administrators', 'administrators.id', 'sessions.administrator_id')
    .selectAll('sessions')
    .select(['administrators.email', 'administrators.password_is_generated'])
    .where('administrators.disabled_at', 'is', null)
    .where((eb) => eb.not(hasEnded(times)))
}

export const insertSession = (db: Queryable, session: Session) =>
  db.insertInto('sessions').values(session).execute()

export const markSessionSeen = (db: Queryable, idHash: string, last_seen_at: number) =>
  db.updateTable('sessions').set({ last_seen_at }).where('id_hash', '=', idHash).execute()

export const removeSession = (db: Queryable, idHash: string) =>
  db.deleteFrom('sessions').where('id_hash', '=', idHash).execute()

export const removeSessions = (db: Queryable, administratorId: number) =>
  db.deleteFrom('sessions').where('administrator_id', '=', administratorId).execute()

export const removeEndedSessions = (db: Queryable, times: SessionTimes) =>
  db.deleteFrom('sessions').where(hasEnded(times)).execute()
