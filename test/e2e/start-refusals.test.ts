import { expect, inject, it, onTestFinished } from 'vitest'
import { onCluster } from '../support/database-templates.ts'
import { emptyDatabase } from '../support/each-database.ts'
import { subscribeAt } from '../support/run-docket.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import { refusedStart, runInProcess } from '../support/run-in-process.ts'

const server = inject('postgresUrl')

it('mail:bounce leaves the report with the mail server, for later', async () => {
  const ready = { DATA_DIR: testFolder(), MAIL_BOUNCE_ADDRESS: 'bounce@docket.example.com' }
  const DATABASE_URL = 'postgres://127.0.0.1:1/docket'
  for (const settings of [{ DATA_DIR: testFolder() }, { ...ready, DATABASE_URL }]) {
    const { code, stderr } = await runInProcess(['mail:bounce'], settings)
    expect(code).toBe(75)
    expect(stderr).toMatch(/^docket mail:bounce: (?:MAIL_BOUNCE_ADDRESS|DATABASE_URL) .+\n$/)
  }
})

const OPENED = 'DATABASE_URL cannot be opened: '

it.each([
  ['a wrong password', 'postgres:hunter2@HOST/DATABASE', `${OPENED}wrong user or password`],
  ['no such database', 'postgres:postgres@HOST/none', `${OPENED}that database does not exist;`],
  ['a host that is not known', 'a:hunter2@nowhere.invalid/docket', 'that host is not known'],
  ['a password that must be encoded', 'docket:hun#ter2@:127.0.0.1/docket', 'is not a valid URL'],
  ['no TLS', 'postgres:postgres@HOST/DATABASE?sslmode=verify-full', `${OPENED}the server does not`],
])('%s', async (_, address, sentence) => {
  const { host, pathname } = new URL(await emptyDatabase('postgres'))
  const DATABASE_URL = `postgres://${address.replace('HOST', host).replace('/DATABASE', pathname)}`
  expect(await refusedStart({ DATABASE_URL })).toContain(sentence)
})

it('a user who may not create tables', async () => {
  const url = await emptyDatabase('postgres')
  const user = `clerk_${Date.now()}`
  await onCluster(server, `create role ${user} login password 'hunter2'`)
  onTestFinished(() => onCluster(server, `drop role ${user}`))
  const DATABASE_URL = url.replace('postgres:postgres@', `${user}:hunter2@`)
  expect(await refusedStart({ DATABASE_URL })).toMatch(
    /DATABASE_URL points to a database where that user is not allowed to create tables/,
  )
})

it('a database that cannot hold every character', async () => {
  const name = `latin_${Date.now()}`
  const kind = "template template0 encoding 'LATIN1' locale 'C'"
  await onCluster(server, `create database ${name} ${kind}`)
  onTestFinished(() => onCluster(server, `drop database ${name}`))
  expect(await refusedStart({ DATABASE_URL: `${server}/${name}` })).toMatch(
    /DATABASE_URL points to a database in the encoding LATIN1/,
  )
})

it('a server that takes no writes, at the start and while running', async () => {
  const url = await emptyDatabase('postgres')
  const docket = await startForTest({ DATABASE_URL: url })
  const name = new URL(url).pathname.slice(1)
  const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${name}'`
  async function setReadOnly(value: string) {
    await onCluster(server, `alter database ${name} set default_transaction_read_only = ${value}`)
    await onCluster(server, endConnections)
  }
  const readyz = async () => (await fetch(`${docket.url}/readyz`)).status
  await setReadOnly('on')
  await expect.poll(readyz, { timeout: 10_000 }).toBe(503)
  expect(await subscribeAt(docket.url, 'reader@example.com')).toBe(503)
  const own = { DATABASE_URL: url, DATA_DIR: docket.folder }
  expect(await refusedStart(own)).toMatch(/the server takes no writes/)
  const doctor = await runInProcess(['doctor'], own)
  expect(doctor.stdout).toMatch(/not ok +database +.*takes no writes/)
  await setReadOnly('off')
  await expect.poll(readyz, { timeout: 10_000 }).toBe(200)
  expect(await subscribeAt(docket.url, 'reader@example.com')).toBe(201)
})

it('two installations with different keys on one database; a key that was lost is replaced on purpose', async () => {
  const url = await emptyDatabase('postgres')
  const [one, other] = [testFolder(), testFolder()]
  const docket = await startForTest({ DATABASE_URL: url }, one)
  const said = await refusedStart({ DATABASE_URL: url, DATA_DIR: other })
  expect(said).toMatch(/SECRET_KEY does not match this database/)
  const worker = await runInProcess(['worker'], { DATABASE_URL: url, DATA_DIR: other })
  const stderr = expect.stringMatching(/SECRET_KEY does not match/)
  expect(worker).toMatchObject({ code: 1, stderr })
  await docket.stop()
  const accepted = await runInProcess(['secret:accept'], { DATABASE_URL: url, DATA_DIR: other })
  expect(accepted).toMatchObject({ code: 0, stdout: expect.stringMatching(/now uses this/) })
  expect(await refusedStart({ DATABASE_URL: url, DATA_DIR: one })).toMatch(
    /SECRET_KEY does not match/,
  )
})
