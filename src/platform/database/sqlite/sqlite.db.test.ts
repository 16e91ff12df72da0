import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { cacheStatements } from './sqlite.ts'

function open() {
  const database = new SQLite(':memory:')
  database.exec('create table entries (number); insert into entries values (1), (2)')
  return { database, kept: cacheStatements(database) }
}

test('a cached statement follows changes of the schema', () => {
  const { database, kept } = open()
  kept.prepare('select * from entries').all([])
  database.exec("alter table entries add column title default 'Order'")
  const rows = [1, 2].map((number) => ({ number, title: 'Order' }))
  expect(kept.prepare('select * from entries').all([])).toEqual(rows)
})

test('a statement is prepared once, and one that is being read row by row is not disturbed', () => {
  const { kept } = open()
  expect(kept.prepare('select * from entries')).toBe(kept.prepare('select * from entries'))
  const rows = kept.prepare('select * from entries').iterate([])
  expect(rows.next().value).toEqual({ number: 1 })
  expect(kept.prepare('select * from entries').all([])).toHaveLength(2)
  expect(rows.next().value).toEqual({ number: 2 })
})
