import { once } from 'node:events'
import { statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import { addAdministrator } from '../support/admin-browser.ts'
import { ADMIN_PASSWORD, signIn } from '../support/admin-client.ts'
import { addSubscribers, until } from '../support/delivery.ts'
import { createDatabase } from '../support/each-database.ts'
import { isMatrix } from '../support/environment.ts'
import {
  newDataFolder,
  type RunningDocket,
  removeFolder,
  runDocket,
} from '../support/run-docket.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import { loadSmallDocket } from '../support/small-docket.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { answering, webProcesses } from '../support/web-processes.ts'

// Needs more time on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const LARGE = 30 * 1024 * 1024

interface Place {
  dialect: DialectName
  folder: string
  environment: Record<string, string>
}

/** Document 1 is large, 2 small. */
async function openPlace(dialect: DialectName) {
  const folder = newDataFolder()
  const { url, dispose } = await createDatabase(dialect)
  const environment = { DATABASE_URL: url }
  await loadSmallDocket(environment, folder, [LARGE, 20_000])
  const close = async () => {
    await dispose()
    removeFolder(folder)
  }
  return { dialect, folder, environment, close }
}

/** `docket serve` in two web processes, until the end of the test. */
async function start(place: Place, more: Record<string, string> = {}): Promise<RunningDocket> {
  const environment = { ...place.environment, ...more, WEB_CONCURRENCY: '2' }
  const docket = await startForTest(environment, place.folder)
  // The log may arrive a little later than the printed lines.
  await until(() => webProcesses(docket).length === 2)
  return docket
}

/** On a new connection, which goes to the next process in turn. */
const visit = (docket: RunningDocket, path = '/') =>
  fetch(docket.url + path, { headers: { connection: 'close' } })

const largeFile = ({ folder }: RunningDocket) => statSync(join(folder, 'pdfs/1.pdf')).size

async function expectBothToAnswer(docket: RunningDocket) {
  for (let round = 0; round < 8; round += 1) expect((await visit(docket)).status).toBe(200)
  expect(answering(docket)).toEqual(new Set([1, 2]))
  await expect.poll(docket.output).toContain('There is no administrator yet')
  expect(docket.output().match(/^ {2}http\S+first-run/gm)).toHaveLength(1)
}

async function expectOneSession(docket: RunningDocket, { environment }: Place) {
  await addAdministrator(docket.folder, undefined, undefined, environment)
  const browser = await signIn(docket.url)
  for (let round = 0; round < 6; round += 1) {
    const answer = await browser.get('/admin/account', { connection: 'close' })
    expect(answer.status).toBe(200)
  }
}

/** A killed process is replaced; in the meantime the other answers. */
async function expectReplacement(docket: RunningDocket) {
  const [first, second] = webProcesses(docket)
  process.kill(first?.pid ?? 0, 'SIGKILL')
  await until(() => webProcesses(docket).every(({ number }) => number !== first?.number))
  for (let round = 0; round < 10; round += 1) expect((await visit(docket)).status).toBe(200)
  await until(() => webProcesses(docket).length === 2)
  expect(webProcesses(docket).map(({ number }) => number)).toEqual([second?.number, 3])
  await until(async () => (await visit(docket)).ok && answering(docket).has(3))
}

/** Downloads in progress are finished before the program ends, with exit code 0. */
async function expectDownloadsToEnd(docket: RunningDocket, stop: () => Promise<number | null>) {
  const downloads = await Promise.all([1, 2].map(() => visit(docket, '/api/documents/1/download')))
  const stopped = stop()
  for (const download of downloads) {
    expect((await download.arrayBuffer()).byteLength).toBe(largeFile(docket))
  }
  expect(await stopped).toBe(0)
}

describe.each(['sqlite', 'postgres'] as const)(
  'two web processes behind one port on %s',
  (dialect) => {
    // On PostgreSQL, the journeys run with two web processes anyway.
    const isTriedElsewhere = dialect === 'postgres' && !isMatrix()
    let place: Awaited<ReturnType<typeof openPlace>>
    beforeAll(async () => {
      place = await openPlace(dialect)
    })
    afterAll(() => place?.close())

    it.skipIf(isTriedElsewhere)(
      'both answer, know who signs in, go on when one is killed, and end with their downloads on SIGTERM',
      async () => {
        const docket = await start(place)
        await expectBothToAnswer(docket)
        await expectOneSession(docket, place)
        await expectReplacement(docket)
        await expectDownloadsToEnd(docket, () => docket.stop('SIGTERM'))
        // Replaces the one that was killed.
        expect(docket.output().match(/another will start/g)).toHaveLength(1)
      },
    )

    it('the one that delivers is killed: the other continues, and no one is missed or mailed twice', async () => {
      const sink = await startSmtpSink({ keepRaw: false })
      onTestFinished(() => sink.close())
      const docket = await start(place, {
        SMTP_URL: sink.url,
        NOTIFICATIONS_MODE: 'live',
        MAIL_CONNECTIONS: '10',
        // Slow, so that most are still waiting when the process is killed.
        MAIL_RATE_PER_SECOND: '100',
      })
      const db = await connectDatabase(place.environment.DATABASE_URL)
      onTestFinished(() => db.destroy())
      const emails = await addSubscribers(db, 200)
      const sender = { email: 'sender@example.com', password: ADMIN_PASSWORD }
      await addAdministrator(place.folder, sender.email, sender.password, place.environment)
      const browser = await signIn(docket.url, sender.email, sender.password)
      await browser.get('/admin/entries/2/notifications/new')
      await browser.post('/admin/entries/2/notifications', {})
      await until(() => sink.counts.size >= 50)
      const workers = await db.selectFrom('workers').select('pid').execute()
      expect(workers).toHaveLength(1)
      process.kill(workers[0]?.pid ?? 0, 'SIGKILL')
      await until(async () =>
        db
          .selectFrom('notifications')
          .select('id')
          .where('finished_at', 'is not', null)
          .executeTakeFirst(),
      )
      const log = await db.selectFrom('deliveries').select(['recipient', 'state']).execute()
      expect(log.map(({ recipient }) => recipient).toSorted()).toEqual(emails.toSorted())
      expect(new Set(sink.counts.values())).toEqual(new Set([1]))
      const uncertain = log.filter(({ state }) => state === 'uncertain')
      expect(uncertain.length).toBeLessThanOrEqual(10)
      for (const { recipient, state } of log) {
        expect(['sent', 'uncertain']).toContain(state)
        if (state === 'sent') expect(sink.counts.get(recipient)).toBe(1)
      }
    })
  },
)

it('Ctrl-C, which reaches every process: downloads in progress finish, then all processes end, with 0', async () => {
  const place = await openPlace('sqlite')
  onTestFinished(place.close)
  const docket = await start(place)
  await expectDownloadsToEnd(docket, () => {
    for (const { pid } of webProcesses(docket)) process.kill(pid, 'SIGINT')
    return docket.stop('SIGINT')
  })
  expect(docket.output()).not.toContain('another will start')
})

it('a port in use is reported once', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const folder = testFolder()
  const { port } = server.address() as AddressInfo
  const environment = { DATA_DIR: folder, PORT: String(port), WEB_CONCURRENCY: '2' }
  const { code, stderr } = await runDocket(['serve'], environment)
  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringContaining('is in use by another program'),
  ])
})
