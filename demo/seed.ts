import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDownloadStore } from '../src/features/downloads/queries.ts'
import { createDownloadRecorder } from '../src/features/downloads/record-download.ts'
import { connectDatabase } from '../src/platform/database/connect.ts'
import { writeArchive } from './archive.ts'
import { IPS_FROM, logLine, subscribersCsv, type Visit, yearOfVisits } from './readers.ts'

export const ADMINISTRATOR = { email: 'admin@example.com', password: 'lantern orchard copper 41' }

const SUBSCRIBERS = 240

type Environment = Record<string, string | undefined>

/**
 * Loads the sample case into an empty database with the program's own commands.
 * @param environment has DATA_DIR, and DATABASE_URL if the database is elsewhere
 * @throws with the output of the command that failed
 */
export async function seedSampleCase(environment: Environment, now = Date.now()): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docket-sample-'))
  const docket = (...words: string[]) => runDocket(words, environment)
  try {
    // In parallel, because most machines have a second processor.
    await Promise.all([
      addPeople(folder, environment, now),
      writeArchive(folder, now).then(() => docket('docket:import', join(folder, 'docket.json'))),
    ])
    const visits = yearOfVisits(await listPublished(folder), now)
    const before = visits.filter(({ at }) => at < IPS_FROM)
    await writeFile(join(folder, 'access.log'), before.map(logLine).join(''))
    await Promise.all([
      docket('documents:import-access-log', join(folder, 'access.log')),
      recordVisits(visits.slice(before.length), environment),
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function addPeople(folder: string, environment: Environment, now: number): Promise<void> {
  const { email, password } = ADMINISTRATOR
  await runDocket(['admin:create', '--email', email, '--password-stdin'], environment, password)
  await writeFile(join(folder, 'subscribers.csv'), subscribersCsv(SUBSCRIBERS, now))
  await runDocket(['subscribers:import', join(folder, 'subscribers.csv')], environment)
}

async function runDocket(words: string[], environment: Environment, input = ''): Promise<void> {
  const command = promisify(execFile)(process.execPath, ['bin/docket.mjs', ...words], {
    env: environment,
  })
  command.child.stdin?.end(input)
  await command.catch(({ stdout, stderr }) => {
    throw new Error(`docket ${words[0]} failed:\n${stdout}${stderr}`)
  })
}

async function listPublished(folder: string): Promise<{ id: number; filedOn: string }[]> {
  const archive = JSON.parse(await readFile(join(folder, 'docket.json'), 'utf8')) as {
    entries: { status: string; filed_on: string; documents: { id: number }[] }[]
  }
  return archive.entries
    .filter(({ status }) => status === 'published')
    .flatMap(({ filed_on, documents }) => documents.map(({ id }) => ({ id, filedOn: filed_on })))
}

/** Downloads as the service itself records them, with IPs, which the log import leaves out. */
async function recordVisits(visits: Visit[], environment: Environment): Promise<void> {
  const db = await connectDatabase(
    environment.DATABASE_URL ?? `sqlite:${join(environment.DATA_DIR ?? 'data', 'docket.db')}`,
  )
  const recorder = createDownloadRecorder(createDownloadStore(db))
  await Promise.all(
    visits.map(({ documentId, at, ip, userAgent }) =>
      recorder.record([
        {
          ...{ document_id: documentId, accessed_at: at, client_ip: ip, user_agent: userAgent },
          part: 'whole',
        },
      ]),
    ),
  )
  await recorder.close()
  await db.destroy()
}
