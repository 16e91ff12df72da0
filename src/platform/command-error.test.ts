import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../test/support/new-folder.ts'
import { readNamedFile } from './command-error.ts'

test('a file larger than the bound is refused without being read to its end', async () => {
  const file = join(newFolder(), 'docket.json')
  writeFileSync(file, 'é23')
  expect(await readNamedFile(file, { max: 4 })).toBe('é23')
  await expect(readNamedFile(file, { max: 3 })).rejects.toThrow(/is larger than 3 bytes/)
  const reading = readNamedFile('/dev/zero', { max: 1000 })
  await expect(reading).rejects.toThrow(/is larger than 1,000 bytes/)
  await expect(readNamedFile(`${file}x`)).rejects.toThrow(/there is no such file/)
})

test('a file that is not UTF-8 is refused where every letter counts', async () => {
  const file = join(newFolder(), 'docket.json')
  writeFileSync(file, Buffer.from('Peña', 'latin1'))
  await expect(readNamedFile(file, { fatal: true })).rejects.toThrow(/is not UTF-8 text: save it/)
  expect(await readNamedFile(file)).toBe('Pe\ufffda')
})

test.each([
  ['utf16le', (bytes: Buffer) => bytes],
  ['utf16be', (bytes: Buffer) => bytes.swap16()],
])('a file in %s with a byte order mark is read, as Excel writes it', async (_, inOrder) => {
  const file = join(newFolder(), 'list.csv')
  writeFileSync(file, inOrder(Buffer.from('\ufeffEmail\tÄnn', 'utf16le')))
  expect(await readNamedFile(file)).toBe('\ufeffEmail\tÄnn')
})
