import { expect, it, vi } from 'vitest'
import { addAdministrator } from '../support/admin-browser.ts'
import { signIn } from '../support/admin-client.ts'
import { emptyDatabase } from '../support/each-database.ts'
import { runDocket } from '../support/run-docket.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

// Needs more time on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/* A small server moves to PostgreSQL as in docs/operating-postgresql.md. */

async function openInstallation() {
  const folder = testFolder()
  const url = await emptyDatabase('postgres')
  const copy = (...words: string[]) =>
    runDocket(['database:copy', '--to', url, ...words], { DATA_DIR: folder })
  const serve = (environment: Record<string, string> = {}) => startForTest(environment, folder)
  return { folder, url, copy, serve }
}

it('a running installation moves, and only the database’s address changes', async () => {
  const { folder, url, copy, serve } = await openInstallation()
  await loadSmallDocket({}, folder, [50_000, 20_000])
  await addAdministrator(folder)
  const before = await serve()
  const browser = await signIn(before.url)
  const page = await (await fetch(`${before.url}/entries/1`)).text()
  await (await fetch(`${before.url}/api/documents/1/download`)).arrayBuffer()

  const refused = await copy()
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/the service is running .*stop it first/),
  ])
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

it('says what is wrong with --to: 2 if it is not an address, 1 if it cannot be used', async () => {
  const folder = testFolder()
  const copy = (...words: string[]) => runDocket(['database:copy', ...words], { DATA_DIR: folder })
  expect(await copy()).toMatchObject({ code: 2, stderr: expect.stringMatching(/--to is required/) })
  expect(await copy('--to', 'docket')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--to must start with postgres/),
  })
  expect(await copy('--to', 'postgres://docket:hunter2@127.0.0.1:1/docket')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/--to cannot be opened: nothing is listening/),
  })
})
