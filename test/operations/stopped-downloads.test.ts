import { statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { countDownloads } from '../support/count-downloads.ts'
import { newDataFolder, startDocket } from '../support/run-docket.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

const folder = newDataFolder()
beforeAll(() => loadSmallDocket({}, folder, [20_000, 40 * 1024 * 1024]))

const sizeOf = (id: number) => statSync(join(folder, `pdfs/${id}.pdf`)).size

it('a record survives if the program is killed the moment the file has arrived', async () => {
  for (let round = 1; round <= 2; round += 1) {
    const victim = await startDocket({}, folder)
    const response = await fetch(`${victim.url}/api/documents/1/download`)
    expect((await response.arrayBuffer()).byteLength).toBe(sizeOf(1))
    await victim.stop('SIGKILL')
    expect(await countDownloads(folder)).toBe(round)
  }
})

it('lets a download in progress finish when the program is told to stop', async () => {
  const docket = await startDocket({}, folder)
  const response = await fetch(`${docket.url}/api/documents/2/download`)
  const stopped = docket.stop('SIGTERM')
  expect((await response.arrayBuffer()).byteLength).toBe(sizeOf(2))
  expect(await stopped).toBe(0)
})
