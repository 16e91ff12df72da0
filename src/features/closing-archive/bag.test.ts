import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesIn } from './bag.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docket-bag-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the files of many folders are listed without keeping a folder open for each', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `documents/${index}/text`)
  for (const name of names) {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'index.html'), '')
  }
  const countOpen = () => readdirSync('/dev/fd').length
  const before = countOpen()
  const listed: string[] = []
  let most = 0
  for await (const path of filesIn(folder)) {
    listed.push(path)
    most = Math.max(most, countOpen())
  }
  expect(listed.toSorted()).toEqual(names.map((name) => `${name}/index.html`).toSorted())
  expect(most - before).toBeLessThan(50)
})
