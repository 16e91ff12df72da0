import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { onCluster, POSTGRES_TEMPLATE } from './database-templates.ts'

/*
 * PostgreSQL databases with the tables of this version. Creating one takes twenty times as long as emptying one, so a
 * worker reuses those that its tests have finished with.
 */

const idle: string[] = []
/** Connected as long as the worker runs: otherwise a quarter of all connections would be opened to empty a database. */
const emptiers = new Map<string, pg.Client>()

export const newName = () => `docket_${randomUUID().replaceAll('-', '')}`

/** @returns the address of a database as the migrations leave it */
export async function takeMigrated(cluster: string): Promise<string> {
  const url = idle.pop()
  if (url) return url
  const name = newName()
  await onCluster(cluster, copyOf(POSTGRES_TEMPLATE, name))
  return `${cluster}/${name}`
}

/** Copying files is several times faster than logging each page, because the server does not wait for its disk. */
export const copyOf = (template: string, name: string) =>
  `create database ${name} template ${template} strategy file_copy`

/** Empties the database for the next test, or drops it if its tables differ or have grown large. */
export async function giveBack(cluster: string, url: string): Promise<void> {
  const client = emptiers.get(url) ?? (await connectEmptier(url))
  const isClean = await client.query(await emptying(cluster)).then(
    (results) => (results as unknown as pg.QueryResult[]).at(-1)?.rows[0]?.is_clean === true,
    () => false,
  )
  if (isClean) return void idle.push(url)
  emptiers.delete(url)
  await client.end()
  await onCluster(cluster, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
}

async function connectEmptier(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  // The server stops before the worker does.
  client.on('error', () => {})
  await client.connect()
  emptiers.set(url, client)
  return client
}

const SHAPE = `(select md5(string_agg(part, ' ' order by part)) from (
  select concat_ws(' ', relname, relkind, relnatts) as part from pg_class where relnamespace = 'public'::regnamespace
  union all select concat_ws(' ', tgname, tgenabled, tgrelid::regclass) from pg_trigger where not tgisinternal) as parts)`
const SIZE = `(select sum(pg_relation_size(oid)) from pg_class where relnamespace = 'public'::regnamespace)`
const MAX_BYTES = 4_000_000

let statements: Promise<string> | undefined

/** The statements that do it, made once from the template. */
function emptying(cluster: string): Promise<string> {
  statements ??= readTemplate(cluster)
  return statements
}

async function readTemplate(cluster: string): Promise<string> {
  // No one may be connected to the template while it is copied, so a copy is read instead.
  const name = newName()
  await onCluster(cluster, copyOf(POSTGRES_TEMPLATE, name))
  const client = new pg.Client(`${cluster}/${name}`)
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const inserts: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query(`select json_agg(one)::text as rows from ${name} one`)
    if (!rows[0].rows) continue
    const literal = client.escapeLiteral(rows[0].rows)
    inserts.push(
      `insert into ${name} select * from json_populate_recordset(null::${name}, ${literal})`,
    )
  }
  const shape = (await client.query(`select ${SHAPE} as shape`)).rows[0].shape
  await client.end()
  idle.push(`${cluster}/${name}`)
  return [
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    // Without triggers, and in any order of references.
    'set session_replication_role = replica',
    ...tables.map(({ name }) => `delete from ${name}`),
    ...inserts,
    'select setval(seqrelid, seqstart, false) from pg_sequence',
    `select ${SHAPE} = '${shape}' and ${SIZE} < ${MAX_BYTES} as is_clean`,
  ].join(';\n')
}
