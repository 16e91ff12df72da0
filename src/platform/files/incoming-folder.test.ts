import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeFolders } from './incoming-folder.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'folders-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('creates a folder and its parents, and leaves an existing one alone', () => {
  const path = join(newFolder(), 'a', 'b', 'c')
  makeFolders(path)
  makeFolders(`${path}/`)
  expect(statSync(path).isDirectory()).toBe(true)
})

it('refuses the path of a file, and a path inside a file', () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolders(file)).toThrow('EEXIST')
  expect(() => makeFolders(join(file, 'a', 'b'))).toThrow('ENOTDIR')
})

it.skipIf(!existsSync('/proc/self'))(
  'fails, rather than hangs, where the system creates no folders',
  () => {
    expect(() => makeFolders('/proc/docket/documents')).toThrow('ENOENT')
  },
)
