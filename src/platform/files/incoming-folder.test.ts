import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../../test/support/new-folder.ts'
import { makeFolders } from './incoming-folder.ts'

it('makes a folder with those it lies in, and leaves one that is there', () => {
  const path = join(newFolder(), 'a', 'b', 'c')
  makeFolders(path)
  makeFolders(`${path}/`)
  expect(statSync(path).isDirectory()).toBe(true)
})

it('refuses a file’s place, and one inside a file', () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolders(file)).toThrow('EEXIST')
  expect(() => makeFolders(join(file, 'a', 'b'))).toThrow('ENOTDIR')
})

it.skipIf(!existsSync('/proc/self'))('ends where the system makes no folders', () => {
  expect(() => makeFolders('/proc/docket/documents')).toThrow('ENOENT')
})
