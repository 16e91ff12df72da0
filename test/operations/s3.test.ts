import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { countDownloads } from '../support/count-downloads.ts'
import { storeBehindProxy } from '../support/faulty-proxy.ts'
import { newDataFolder } from '../support/run-docket.ts'
import { startForTest } from '../support/run-for-test.ts'
import { refusedStart, runInProcess } from '../support/run-in-process.ts'
import { S3_KEYS } from '../support/s3-server.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

const MB = 1024 * 1024
/** Document 1 is small enough for the cache; document 2 is streamed, and uploaded in parts. */
const SIZES = [300_000, 12 * MB]

/* A docket of two documents whose files are in an S3-compatible store, behind a proxy that injects faults. */

const store = storeBehindProxy()
const folder = newDataFolder()
/** For the program. */
const environment = () => ({ ...S3_KEYS, STORAGE_URL: store.url(), DATA_DIR: folder })
beforeAll(() => loadSmallDocket(environment(), folder, SIZES))

describe('a start that refuses, with one sentence', () => {
  const stop = async (changed: Record<string, string>) => {
    const sentence = await refusedStart({ ...environment(), ...changed })
    expect(sentence).toContain('STORAGE_URL')
    expect(sentence).toContain('s3://bucket/filings')
    return sentence
  }
  const missing = () => ({ STORAGE_URL: store.server.url('docs').replace('filings', 'nowhere') })
  const silent = () => ({ STORAGE_URL: store.server.url('docs', 'http://127.0.0.1:1') })

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['a bucket that is not there', missing, /there is no such bucket/],
    ['a wrong secret', () => ({ AWS_SECRET_ACCESS_KEY: 'hunter2' }), /the secret key is wrong/],
    ['an unknown key', () => ({ AWS_ACCESS_KEY_ID: 'hunter2' }), /does not know the access key/],
    ['a port where nothing is', silent, /nothing is listening at that host and port/],
  ])('%s', async (_, changed, message) => {
    expect(await stop(changed())).toMatch(message)
  })

  it('a store that may only be read', async () => {
    store.proxy.fault = ({ method }) => (method === 'PUT' ? 'denied' : undefined)
    expect(await stop({})).toMatch(/the credentials are not allowed to write objects/)
  })
})

it('the program sends whole documents and ranges from the store, and counts them as usual', async () => {
  // No cache, so that every download reads from the store.
  const docket = await startForTest({ ...environment(), DOCUMENT_CACHE_MB: '0' }, folder)
  const download = (id: number, headers: Record<string, string> = {}) =>
    fetch(`${docket.url}/api/documents/${id}/download`, { headers })
  const before = await countDownloads(folder)
  for (const id of [1, 2]) {
    const original = readFileSync(join(folder, 'pdfs', `${id}.pdf`))
    const whole = await download(id)
    expect(whole.headers.get('content-type')).toBe('application/pdf')
    expect(Buffer.from(await whole.arrayBuffer()).equals(original)).toBe(true)
    const part = await download(id, { range: 'bytes=1000-200000' })
    expect(part.status).toBe(206)
    const bytes = Buffer.from(await part.arrayBuffer())
    expect(bytes.equals(original.subarray(1000, 200_001))).toBe(true)
  }
  expect(await countDownloads(folder), docket.output()).toBe(before + 2)
})

describe('commands over a store', () => {
  it('export, import, backup, and checking the copy work as with a folder', async () => {
    const archive = join(folder, 'archive')
    expect((await runInProcess(['docket:export', archive], environment())).code).toBe(0)
    const other = join(folder, 'other')
    mkdirSync(other)
    const own = { DATA_DIR: other, STORAGE_URL: store.server.url('other') }
    const again = ['docket:import', join(archive, 'docket.json')]
    const { stdout } = await runInProcess(again, { ...environment(), ...own })
    expect(stdout).toContain('Documents: 2 added')
    const backup = ['database:backup', join(folder, 'copy.db')]
    expect(await runInProcess(backup, environment())).toMatchObject({ code: 0 })
  })

  it('storage:copy copies the files to a folder, says how to switch, and can be run again', async () => {
    const to = `file:${join(folder, 'documents')}`
    const copy = () => runInProcess(['storage:copy', '--to', to], environment())
    const { code, stdout } = await copy()
    expect(code).toBe(0)
    expect(stdout).toContain(`set STORAGE_URL=${to}`)
    expect((await copy()).stdout).toContain('0 copied (0 bytes), 2 already there,')
    const docket = await startForTest({ ...environment(), STORAGE_URL: to }, folder)
    const whole = await fetch(`${docket.url}/api/documents/2/download`)
    expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(12 * MB)
  })

  it.each([
    [['storage:copy'], 2, /--to is required/],
    [['storage:copy', '--to', 'ftp://x'], 1, /--to must start with file: or s3:/],
    [['storage:copy', '--to', 's3://x'], 1, /--to must name a bucket/],
  ])('%j is refused with a sentence', async (words, code, message) => {
    const result = await runInProcess(words, environment())
    expect(result.code).toBe(code)
    expect(result.stderr).toMatch(message)
  })
})
