import { beforeEach } from 'vitest'
import { importSubscribers } from '../../src/features/subscriptions/list/import-subscribers.ts'
import { eachDatabase, type TestDatabase } from './each-database.ts'

/** When the lists are imported. */
export const NOW = Date.UTC(2026, 6, 30)

/** Runs the same tests on SQLite and on PostgreSQL, each test with an empty list. */
export function eachSubscriberImport(
  name: string,
  tests: (place: ReturnType<typeof importInto>) => void,
): void {
  eachDatabase(name, (database) => tests(importInto(database)))
}

function importInto(database: TestDatabase) {
  beforeEach(() => database.db.deleteFrom('subscriptions').execute())
  return {
    db: () => database.db,
    load: (csv: string, options = {}) =>
      importSubscribers({ db: database.db, clock: () => NOW }, csv, {
        fileName: 'old.csv',
        timeZone: 'America/New_York',
        ...options,
      }),
    rows: () =>
      database.db
        .selectFrom('subscriptions')
        .select(['email', 'token', 'state', 'created_at'])
        .orderBy('id')
        .execute(),
  }
}
