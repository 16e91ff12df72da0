import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../../test/support/new-folder.ts'
import { documentOfFile, matchFiles } from './docket-files.ts'

it.each([
  ['12.pdf', { entry: 12, attachment: 0 }],
  ['12-3.pdf', { entry: 12, attachment: 3 }],
  ['12-0.PDF', { entry: 12, attachment: 0 }],
  ['999999-9999.pdf', { entry: 999_999, attachment: 9999 }],
  ['gov.uscourts.azd.1085839.3.0.pdf', { entry: 3, attachment: 0 }],
  ['gov.uscourts.nysd.123.45.2.pdf', { entry: 45, attachment: 2 }],
  ['motion.pdf', undefined],
  ['12.txt', undefined],
  ['2024-03-15 letter.pdf', undefined],
])('the file %s belongs to entry and attachment %j', (name, document) => {
  expect(documentOfFile(name)).toEqual(document)
})

it('refuses two files for one document and ignores others', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, '7.pdf'), '')
  writeFileSync(join(folder, 'cover letter.pdf'), '')
  symlinkSync('7.pdf', join(folder, '8.pdf'))
  expect(await matchFiles(folder)).toEqual({
    files: new Map([[7, new Map([[0, join(folder, '7.pdf')]])]]),
    unmatched: ['8.pdf (a link)', 'cover letter.pdf'],
  })
  writeFileSync(join(folder, '7-0.pdf'), '')
  await expect(matchFiles(folder)).rejects.toThrow(/both for document 7-0/)
})
