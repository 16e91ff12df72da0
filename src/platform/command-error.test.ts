import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../test/support/new-folder.ts'
import { readNamedFile } from './command-error.ts'

test('a file larger than the bound is refused without being read to its end', async () => {
  const file = join(newFolder(), 'docket.json')
  writeFileSync(file, 'é23')
  expect(await readNamedFile(file, 4)).toBe('é23')
  await expect(readNamedFile(file, 3)).rejects.toThrow(/is larger than 3 bytes/)
  await expect(readNamedFile('/dev/zero', 1000)).rejects.toThrow(/is larger than 1,000 bytes/)
  await expect(readNamedFile(`${file}x`)).rejects.toThrow(/there is no such file/)
})
