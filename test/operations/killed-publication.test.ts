import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { eachFilingAdministration, paper } from '../support/filing-administration.ts'

const PUBLISH = fileURLToPath(new URL('../support/publish-until-killed.ts', import.meta.url))
const TYPESCRIPT = ['--no-warnings', '--experimental-transform-types']

eachFilingAdministration('publishing a filing', (place) => {
  const { server, page, nextNumber, rowsOf, entriesWith, documentsOf, drop, act } = place

  test('a filing whose publication is killed is published by the next press, each entry once', async () => {
    const { config } = server.platform
    const numbers = [nextNumber(), nextNumber(), nextNumber()]
    const files: File[] = []
    for (const one of numbers)
      files.push(await paper(`${one}.pdf`, one), await paper(`${one}x.pdf`, one, 1))
    const filing = await drop(files)
    const id = filing.split('/').at(-1) ?? ''
    const whole: number[] = []
    for (const killAt of [60, 60]) {
      const words = [config.databaseUrl, config.storageUrl, id, String(killAt)]
      const { signal } = spawnSync(process.execPath, [...TYPESCRIPT, PUBLISH, ...words])
      expect(signal).toBe('SIGKILL')
      const made = await entriesWith(numbers)
      for (const entry of made) expect(await documentsOf(entry.id)).toHaveLength(2)
      const done = (await rowsOf('filing_entries', filing)).filter((row) => row.done_at !== null)
      const ids = made.map(({ id }) => id).toSorted()
      expect(done.map((row) => row.entry_id).toSorted()).toEqual(ids)
      whole.push(made.length)
    }
    // Otherwise the kill always came too early or too late.
    expect(new Set(whole).size).toBeGreaterThan(1)
    await act(filing, { action: 'publish' })
    expect(await entriesWith(numbers)).toHaveLength(3)
    expect(await page(filing)).toContain('3 entries published.')
  })
})
