import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { accountOf } from './other-user.ts'

/*
 * A PostgreSQL of the version whose pg_dump is on this machine: the run's own cluster comes from npm, which has no
 * pg_dump, and pg_dump refuses a server that is newer than itself.
 */

const version = /\d+/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '')
/** Where Debian and its derivatives put the server's programs. */
const programs = version && `/usr/lib/postgresql/${version[0]}/bin`

/** Why there is none; undefined if there is one. */
export const postgresProblem =
  version === null
    ? 'no pg_dump on this machine (Debian: apt-get install postgresql-client-15 postgresql-15)'
    : existsSync(`${programs}/postgres`)
      ? undefined
      : `pg_dump ${version[0]} is here, but no PostgreSQL ${version[0]} in ${programs}`

export interface DumpableServer {
  /** A new, empty database. @returns its address, with the password */
  createDatabase(name: string): Promise<string>
  query(database: string, sql: string): Promise<Record<string, unknown>[]>
  remove(): Promise<void>
}

const PASSWORD = 'p@ss/w#rd'

/** On 127.0.0.1, with a data folder of its own, as the user `postgres` where the tests run as root. */
export async function startDumpablePostgres(): Promise<DumpableServer> {
  const folder = mkdtempSync(join(tmpdir(), 'docket-dumpable-'))
  const user = process.getuid?.() === 0 ? accountOf('postgres') : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const initdb = [
    '-D',
    data,
    '-U',
    'postgres',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '-A',
    'trust',
  ]
  execFileSync(`${programs}/initdb`, initdb, { ...user, cwd: folder, stdio: 'ignore' })
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off']
  const words = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const server = spawn(`${programs}/postgres`, words, { ...user, cwd: folder, stdio: 'ignore' })
  const address = (database: string) =>
    `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`
  await untilItAnswers(address('postgres'))
  const query = async (database: string, sql: string) => {
    const client = new pg.Client(address(database))
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  // From here on, with the password in the address.
  await query('postgres', `alter user postgres password '${PASSWORD}'`)
  execFileSync('sed', ['-i', 's/trust$/scram-sha-256/', join(data, 'pg_hba.conf')])
  await query('postgres', 'select pg_reload_conf()')
  return {
    async createDatabase(name) {
      await query('postgres', `create database ${name}`)
      return address(name)
    },
    query,
    async remove() {
      server.kill('SIGINT')
      if (server.exitCode === null) await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilItAnswers(address: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const client = new pg.Client(address)
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isUp) return
    await setTimeout(50)
  }
  throw new Error('PostgreSQL did not start')
}
