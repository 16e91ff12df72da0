import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { newFolder } from '../../../test/support/new-folder.ts'
import { writeZip } from '../../../test/support/write-zip.ts'
import { MAX_FILES } from '../../shared/naming-rules.ts'
import { isZip, unpackZip } from './unpack-zip.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

const PDF = Buffer.from('%PDF-1.7 a filing')
const MB = 1024 * 1024

/** @param change manipulates the bytes of the ZIP */
async function write(
  files: Record<string, Buffer>,
  change: (zip: Buffer) => Buffer = (zip) => zip,
  how: { compress?: boolean } = {},
): Promise<string> {
  const path = join(folder, 'filing.zip')
  writeFileSync(path, change(await writeZip(files, how)))
  return path
}

/** Replaces a name with one of the same length, in both places where a ZIP stores it. */
const renamed = (from: string, to: string) => (zip: Buffer) =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')

async function unpack(path: string, uploadMaxBytes = MB, roomFor = 1000) {
  let next = 0
  const incomingPath = async () => {
    if (next === roomFor) throw Object.assign(new Error('disk'), { code: 'ENOSPC' })
    return join(folder, `in-${next++}`)
  }
  const about = { field: 'documents', name: 'filing.zip', byteSize: 1, sha256: '', tooLarge: false }
  return unpackZip({ ...about, path }, { incomingPath, uploadMaxBytes })
}

test('takes the PDFs as they are, without their folders', async () => {
  const path = await write({ '12-main.pdf': PDF, 'exhibits/12-1.PDF': Buffer.from('%PDF two') })
  const { files, refused } = await unpack(path)
  expect(refused).toEqual([])
  const brief = files.map(({ name, byteSize }) => `${name} ${byteSize}`)
  expect(brief).toEqual([`12-main.pdf ${PDF.length}`, '12-1.PDF 8'])
  expect(readFileSync(files[0]?.path ?? '')).toEqual(PDF)
})

test('names are read whatever program wrote them', async () => {
  const mac = (zip: Buffer) => {
    // Clears the UTF-8 flag in both places, as macOS does.
    zip.writeUInt16LE(0, zip.indexOf('PK\x03\x04') + 6)
    zip.writeUInt16LE(0, zip.indexOf('PK\x01\x02') + 8)
    return zip
  }
  const old = (zip: Buffer) =>
    Buffer.from(mac(zip).toString('latin1').replaceAll('QQ', '\x82t'), 'latin1')
  const flagless = await unpack(await write({ '12 – Exhibit “é”.pdf': PDF }, mac))
  expect(flagless.files.map(({ name }) => name)).toEqual(['12 – Exhibit “é”.pdf'])
  const { files } = await unpack(await write({ 'QQ.pdf': PDF }, old))
  expect(files.map(({ name }) => name)).toEqual(['ét.pdf'])
})

test.each([
  ['a path to outside', { 'aa/evil.pdf': PDF }, renamed('aa/evil', '../evil'), /points outside/],
  ['an absolute path', { 'aevil.pdf': PDF }, renamed('aevil', '/evil'), /points outside/],
  ['another file', { 'notes.docx': PDF }, undefined, /Only PDF/],
])('refuses %s by its name, and takes the rest', async (_, files, change, reason) => {
  const { files: taken, refused } = await unpack(await write({ ...files, 'good.pdf': PDF }, change))
  expect(taken.map(({ name }) => name)).toEqual(['good.pdf'])
  expect(refused).toHaveLength(1)
  expect(refused[0]?.name).toMatch(/^filing\.zip: /)
  expect(refused[0]?.reason).toMatch(reason)
})

/** Fields of the first file in the ZIP's directory (APPNOTE 4.3.12): flags at 8, Unix file type at 38. */
const inDirectory = (at: number, value: number, bytes: 2 | 4) => (zip: Buffer) => {
  const entry = zip.indexOf('PK\x01\x02')
  if (bytes === 2) zip.writeUInt16LE(value, entry + at)
  else zip.writeUInt32LE(value, entry + at)
  return zip
}

test.each([
  ['a link', inDirectory(38, (0o120777 << 16) >>> 0, 4), /a link/],
  ['what has a password', inDirectory(8, 1, 2), /password/],
  ['what is packed by bzip2', inDirectory(10, 12, 2), /cannot unpack\. Unpack it yourself/],
  ['one without its end', (zip: Buffer) => zip.subarray(0, zip.length - 30), /It is damaged/],
])('a ZIP is refused: %s', async (_, change, reason) => {
  const { files, refused } = await unpack(await write({ 'secret.pdf': PDF }, change))
  expect(files).toEqual([])
  expect(refused[0]?.reason).toMatch(reason)
})

test('a ZIP bomb is noticed while it is unpacked', async () => {
  const { files, refused } = await unpack(await write({ 'bomb.pdf': Buffer.alloc(8 * MB) }))
  expect(files.map(({ tooLarge }) => tooLarge)).toEqual([true])
  expect(refused).toEqual([])
  const many = Object.fromEntries(
    Array.from({ length: 14 }, (_, index) => [`${index}.pdf`, Buffer.alloc(MB - 1)]),
  )
  const all = await unpack(await write(many))
  expect(all.files).toHaveLength(10)
  expect(all.refused[0]?.reason).toMatch(/too large when unpacked/)
})

/** The start of the named file's content, after its local header (APPNOTE 4.3.7). */
const spoiled = (name: string, at: number) => (zip: Buffer) => {
  const header = zip.indexOf(name) - 30
  const content = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
  zip.writeUInt8(zip.readUInt8(content + at) ^ 0xff, content + at)
  return zip
}

const STORED = { compress: false }

test.each([
  ['whose content does not unpack', spoiled('bad.pdf', 0), undefined],
  ['whose bytes were changed', spoiled('bad.pdf', 3), STORED],
  ['whose header is broken', spoiled('bad.pdf', -37), undefined],
])('a file %s is refused by its name, and the others are read', async (_, change, how) => {
  const path = await write({ 'a.pdf': PDF, 'bad.pdf': PDF, 'c.pdf': PDF }, change, how)
  const { files, refused } = await unpack(path)
  expect(files.map(({ name }) => name)).toEqual(['a.pdf', 'c.pdf'])
  const reason = expect.stringMatching(/damaged/)
  expect(refused).toEqual([{ name: 'filing.zip: bad.pdf', reason }])
  expect(existsSync(join(folder, 'in-1'))).toBe(false)
})

test('a document of Word, which is packed in the same way, is not one', async () => {
  const word = await write({ '[Content_Types].xml': PDF, 'word/a.xml': PDF })
  expect(await isZip({ path: word })).toBe(false)
  expect(await isZip({ path: await write({ 'word.pdf': PDF }) })).toBe(true)
})

test('too many files are refused', async () => {
  const many = Object.fromEntries(
    Array.from({ length: MAX_FILES + 1 }, (_, index) => [`${index}.pdf`, PDF]),
  )
  const { refused } = await unpack(await write(many))
  const reason = expect.stringMatching(/more than 300 files\. Split it/)
  expect(refused).toEqual([{ name: 'filing.zip', reason }])
})

test('a ZIP without files says so', async () => {
  const path = await write({ '__MACOSX/._a.pdf': PDF })
  const { refused } = await unpack(path)
  expect(refused).toEqual([{ name: 'filing.zip', reason: 'There are no files in this ZIP.' }])
  writeFileSync(path, Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`))
  expect(await isZip({ path })).toBe(true)
})

test('long paths are read whole, and long names cut, of files taken and of files refused', async () => {
  const long = 'n'.repeat(60_000)
  const { files, refused } = await unpack(
    await write({ [`${'a/'.repeat(2000)}${long}.pdf`]: PDF, [`${long}.txt`]: PDF }),
  )
  expect(files.map(({ name }) => name)).toEqual([`${'n'.repeat(251)}.pdf`])
  expect(refused[0]?.name).toBe(`filing.zip: ${'n'.repeat(251)}.txt`)
})

test('if the disk is full, it stops and names the file', async () => {
  const path = await write({ 'a.pdf': PDF, 'b.pdf': PDF, 'c.pdf': PDF })
  const { files, refused } = await unpack(path, MB, 1)
  const brief = files.map(({ name, noRoom }) => `${name} ${noRoom}`)
  expect(brief).toEqual(['a.pdf false', 'b.pdf true'])
  expect(refused).toEqual([])
})
