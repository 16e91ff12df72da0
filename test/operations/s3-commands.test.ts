import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { docketInStore } from '../support/docket-in-store.ts'
import { startDocket } from '../support/run-docket.ts'
import { say } from '../support/say.ts'

const MB = 1024 * 1024

const place = docketInStore()

describe('commands over a store', () => {
  it('export, import, backup, and checking the copy work as with a folder', async () => {
    const archive = join(place.folder, 'archive')
    expect(await say(['docket:export', archive], place.environment)).toMatchObject({
      code: 0,
    })
    const other = join(place.folder, 'other')
    mkdirSync(other)
    const elsewhere = {
      ...place.environment,
      DATA_DIR: other,
      STORAGE_URL: place.server.url('other'),
    }
    const again = ['docket:import', join(archive, 'docket.json')]
    expect((await say(again, elsewhere)).stdout).toContain('Documents: 2 added')
    const backup = ['database:backup', join(place.folder, 'copy.db')]
    expect(await say(backup, place.environment)).toMatchObject({ code: 0 })
  }, 180_000)

  it('storage:copy copies the files to a place.folder, says how to switch, and can be run again', async () => {
    const to = `file:${join(place.folder, 'documents')}`
    const copy = (...more: string[]) =>
      say(['storage:copy', '--to', to, ...more], place.environment)
    expect((await copy('--dry-run')).stdout).toMatch(/2 to be copied .*Nothing was changed/s)
    const { code, stdout } = await copy()
    expect(code).toBe(0)
    expect(stdout).toContain(`set STORAGE_URL=${to}`)
    expect((await copy()).stdout).toContain('0 copied (0 bytes), 2 already there,')
    const docket = await startDocket({ ...place.environment, STORAGE_URL: to }, place.folder)
    const whole = await fetch(`${docket.url}/api/documents/2/download`)
    expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(12 * MB)
    await docket.stop('SIGKILL')
    const [[damaged = '']] = [
      readdirSync(join(place.folder, 'documents')).filter((n) => n.length === 2),
    ]
    const [name = ''] = readdirSync(join(place.folder, 'documents', damaged))
    writeFileSync(join(place.folder, 'documents', damaged, name), 'x')
    const back = await say(['storage:copy', '--to', place.server.url('back')], {
      ...place.environment,
      STORAGE_URL: to,
    })
    expect(back.code).toBe(1)
    expect(back.stdout).toMatch(/1 copied .* 1 failed/)
    expect(back.stdout).toContain('restore it from a backup')
  }, 180_000)

  it.each([
    [['storage:copy'], 2, /--to is required/],
    [['storage:copy', '--to', 'ftp://x'], 1, /--to must start with file: or s3:/],
    [['storage:copy', '--to', 's3://x'], 1, /--to must begin with the name of a bucket/],
  ])('%j is refused with a sentence', async (words, code, message) => {
    const result = await say(words, place.environment)
    expect(result.code).toBe(code)
    expect(result.stderr).toMatch(message)
  })
})
