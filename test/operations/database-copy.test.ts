import { expect, it } from 'vitest'
import { addAdministrator } from '../support/admin-browser.ts'
import { signIn } from '../support/admin-client.ts'
import { emptyDatabase } from '../support/each-database.ts'
import { runDocket } from '../support/run-docket.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import { runInProcess } from '../support/run-in-process.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

/* A small server moves to PostgreSQL as in docs/operating-postgresql.md. */

it('a running installation moves, and only the database’s address changes', async () => {
  const folder = testFolder()
  const url = await emptyDatabase('postgres')
  const copy = () => runDocket(['database:copy', '--to', url], { DATA_DIR: folder })
  const serve = (environment: Record<string, string> = {}) => startForTest(environment, folder)
  await loadSmallDocket({}, folder, [50_000, 20_000])
  await addAdministrator(folder)
  const before = await serve()
  const browser = await signIn(before.url)
  const page = await (await fetch(`${before.url}/entries/1`)).text()
  await (await fetch(`${before.url}/api/documents/1/download`)).arrayBuffer()

  const stderr = expect.stringMatching(/the service is running .*stop it first/)
  expect(await copy()).toMatchObject({ code: 1, stderr })
  expect(await before.stop()).toBe(0)
  const moved = await copy()
  expect(moved).toMatchObject({ code: 0, stderr: '' })
  expect(moved.stdout).toMatch(/document_accesses +1 row in each database/)
  expect(moved.stdout).toMatch(/Next: set DATABASE_URL to it/)
  expect(moved.stdout).not.toContain('postgres:postgres@')

  const after = await serve({ DATABASE_URL: url, PUBLIC_URL: before.url })
  expect(await (await fetch(`${after.url}/entries/1`)).text()).toBe(page)
  expect((await fetch(`${after.url}/api/documents/1/download`)).status).toBe(200)
  expect((await browser.get(`${after.url}/admin/account`)).status).toBe(200)
  const saved = await browser.post(`${after.url}/admin/settings`, { caption: 'Roe v. Doe' })
  expect(saved.status).toBe(303)
  expect(await (await fetch(after.url)).text()).toContain('Roe v. Doe')
  expect(await after.stop()).toBe(0)
  expect((await copy()).stderr).toMatch(/--to points to a database that is not empty/)
})

const UNREACHABLE = 'postgres://docket:hunter2@127.0.0.1:1/docket'

it.each<[string[], number, RegExp]>([
  [[], 2, /--to is required/],
  [['--to', 'docket'], 2, /--to must start with postgres/],
  [['--to', UNREACHABLE], 1, /--to cannot be opened: nothing is listening/],
])('database:copy %j ends with %i, and says what is wrong', async (words, code, message) => {
  const result = await runInProcess(['database:copy', ...words], { DATA_DIR: testFolder() })
  expect(result).toMatchObject({ code, stderr: expect.stringMatching(message) })
})
