import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { newFolder } from '../../../test/support/new-folder.ts'
import { openBag } from './bag.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

const stored = (text: string, sha256 = hash('sha256', text)) => ({
  sha256,
  byteSize: text.length,
  open: () => Readable.from([Buffer.from(text)]),
})

test('a file that is as it should be keeps its time, whether it is text or a PDF', async () => {
  const write = async (page: string, pdf: string) => {
    const bag = await openBag(folder)
    bag.put('index.html', page)
    await bag.putFile('documents/1.pdf', stored(pdf), false)
    return bag.count.changed
  }
  const timeOf = (path: string) => statSync(join(folder, 'data', path), { bigint: true }).mtimeNs
  const times = () => ['index.html', 'documents/1.pdf'].map(timeOf)
  expect(await write('first', 'pdf 1')).toBe(2)
  const before = times()
  expect(await write('first', 'pdf 1')).toBe(0)
  expect(times()).toEqual(before)
  // As long as before.
  expect(await write('other', 'pdf 2')).toBe(2)
  expect(readFileSync(join(folder, 'data/documents/1.pdf'), 'utf8')).toBe('pdf 2')
})

test('a PDF that is damaged in the storage does not replace the one in the archive', async () => {
  const bag = await openBag(folder)
  await bag.putFile('1.pdf', stored('whole'), false)
  const damaged = stored('holes', hash('sha256', 'later'))
  await expect(bag.putFile('1.pdf', damaged, false)).rejects.toThrow('1.pdf is damaged')
  expect(readFileSync(join(folder, 'data/1.pdf'), 'utf8')).toBe('whole')
})
