import SQLite from 'better-sqlite3'

/** Entries read at once. */
const BATCH = 1000

/**
 * A map of strings, in the order in which they were added, for more of them than memory should hold. SQLite keeps it in a
 * file without a name, which ends with the process.
 */
export function createDiskMap() {
  const db = new SQLite('')
  db.exec('create table entries (id integer primary key, key text not null unique, value text)')
  const set = db.prepare(
    'insert into entries (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
  )
  const find = db.prepare('select 1 from entries where key = ?')
  const count = db.prepare<[], number>('select count(*) from entries').pluck()
  const list = db.prepare<[number, number], { id: number; key: string; value: string }>(
    'select id, key, value from entries where id > ? order by id limit ?',
  )

  return {
    set: (key: string, value: string) => void set.run(key, value),
    has: (key: string) => find.get(key) !== undefined,
    get size() {
      return count.get() ?? 0
    },
    *[Symbol.iterator](): Generator<[key: string, value: string]> {
      let last = 0
      for (;;) {
        const rows = list.all(last, BATCH)
        if (rows.length === 0) return
        for (const { id, key, value } of rows) {
          last = id
          yield [key, value]
        }
      }
    },
    close: () => void db.close(),
  }
}
