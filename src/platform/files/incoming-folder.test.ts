import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../../test/support/new-folder.ts'
import { makeFolders } from './incoming-folder.ts'

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
