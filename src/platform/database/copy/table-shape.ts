import { type Kysely, sql } from 'kysely'
import { dialectOf } from '../dialect.ts'

/* What the copy knows of a database: taken from the database itself, so that no table can be forgotten. */

/** Tables of any name: the copy does not know the schema. */
export type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>

export interface TableShape {
  name: string
  /** In an order of their own (by name), without those that the database computes. */
  columns: { name: string; type: string }[]
  /** The columns that tell rows apart, in the order of their index. */
  key: string[]
  /** Tables that rows of this one refer to. */
  refersTo: string[]
  /** The next id that the table gives, where it gives ids. */
  nextId: number | undefined
}

/** What the migrations keep for themselves. */
const NOT_COPIED = /^(kysely_|sqlite_)/

/** Every table that holds something of its own: search indexes and the like are made from the others. */
export async function readShapes(db: AnyDatabase): Promise<TableShape[]> {
  const read = dialectOf(db) === 'sqlite' ? readSqliteShape : readPostgresShape
  const shapes: TableShape[] = []
  for (const name of await listTables(db)) shapes.push({ name, ...(await read(db, name)) })
  return inOrderOfReference(shapes)
}

export async function listTables(db: AnyDatabase): Promise<string[]> {
  const { rows } =
    dialectOf(db) === 'sqlite'
      ? await sql<{ name: string }>`
          select name from pragma_table_list where schema = 'main' and type = 'table'`.execute(db)
      : await sql<{ name: string }>`
          select relname as name from pg_class
          where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
            and not relispartition`.execute(db)
  const names = rows.map(({ name }) => name).filter((name) => !NOT_COPIED.test(name))
  return names.sort()
}

type Shape = Omit<TableShape, 'name'>

async function readSqliteShape(db: AnyDatabase, table: string): Promise<Shape> {
  const columns = await sql<{ name: string; type: string; pk: number }>`
    select name, lower(type) as type, pk from pragma_table_xinfo(${table}) where hidden = 0`.execute(
    db,
  )
  const references = await sql<{ name: string }>`
    select distinct "table" as name from pragma_foreign_key_list(${table})`.execute(db)
  const key = columns.rows.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  return {
    columns: sorted(columns.rows),
    key: key.map(({ name }) => name),
    refersTo: references.rows.map(({ name }) => name),
    nextId: await readSqliteNextId(db, table),
  }
}

async function readSqliteNextId(db: AnyDatabase, table: string): Promise<number | undefined> {
  const { rows: made } = await sql<{ sql: string }>`
    select sql from sqlite_master where name = ${table} and type = 'table'`.execute(db)
  if (!/autoincrement/i.test(made[0]?.sql ?? '')) return undefined
  const { rows } = await sql<{ seq: number }>`
    select seq from sqlite_sequence where name = ${table}`.execute(db)
  return (rows[0]?.seq ?? 0) + 1
}

async function readPostgresShape(db: AnyDatabase, table: string): Promise<Shape> {
  const columns = await sql<{ name: string; type: string; is_identity: boolean }>`
    select attname as name, format_type(atttypid, atttypmod) as type, attidentity <> '' as is_identity
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and attgenerated = ''`.execute(db)
  const key = await sql<{ name: string }>`
    select a.attname as name from pg_index i
    cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = ${table}::regclass and i.indisprimary order by k.place`.execute(db)
  const references = await sql<{ name: string }>`
    select distinct c.relname as name from pg_constraint f join pg_class c on c.oid = f.confrelid
    where f.conrelid = ${table}::regclass and f.contype = 'f'`.execute(db)
  const identity = columns.rows.find(({ is_identity }) => is_identity)
  return {
    columns: sorted(columns.rows),
    key: key.rows.map(({ name }) => name),
    refersTo: references.rows.map(({ name }) => name),
    nextId: identity && (await readPostgresNextId(db, table, identity.name)),
  }
}

async function readPostgresNextId(db: AnyDatabase, table: string, column: string): Promise<number> {
  const { rows: found } = await sql<{ sequence: string }>`
    select pg_get_serial_sequence(${table}, ${column}) as sequence`.execute(db)
  const { rows } = await sql<{ next: number }>`
    select case when is_called then last_value + 1 else last_value end as next
    from ${sql.raw(found[0]?.sequence ?? '')}`.execute(db)
  return rows[0]?.next ?? 1
}

const sorted = (columns: { name: string; type: string }[]) =>
  columns.map(({ name, type }) => ({ name, type })).sort((a, b) => (a.name < b.name ? -1 : 1))

/** Those that others refer to come first. */
function inOrderOfReference(shapes: TableShape[]): TableShape[] {
  const ordered: TableShape[] = []
  const isIn = (name: string) => ordered.some((shape) => shape.name === name)
  while (ordered.length < shapes.length) {
    const next = shapes.find(
      ({ name, refersTo }) =>
        !isIn(name) && refersTo.every((other) => other === name || isIn(other)),
    )
    if (!next) throw new Error('tables refer to each other in a circle')
    ordered.push(next)
  }
  return ordered
}
