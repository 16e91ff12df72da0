import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { isDiskFull } from '../../platform/disk-full.ts'
import type { UploadedFile } from '../../platform/http/request/form.ts'
import { cleanFileName } from '../../shared/naming-rules.ts'
import type { RefusedFile } from '../docket/documents/accept-files.ts'

/* The ZIP that CM/ECF hands out, or one like it: whatever is no plain PDF in it is refused by name. */

/** Of one ZIP; CM/ECF hands out a filing with its attachments. */
const MOST_FILES = 1000

export interface Unpacking {
  incomingPath: () => Promise<string>
  uploadMaxBytes: number
}

export interface Unpacked {
  /** To be removed by whoever asked. */
  files: UploadedFile[]
  refused: RefusedFile[]
}

export async function isZip({ path }: Pick<UploadedFile, 'path'>): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1') === 'PK\x03\x04'
  } finally {
    await file.close()
  }
}

/** All files together may be as large as ten uploads: what unpacks to more is no filing. */
const MOST_UPLOADS = 10

export async function unpackZip(zip: UploadedFile, unpacking: Unpacking): Promise<Unpacked> {
  const unpacked: Unpacked = { files: [], refused: [] }
  const refuse = (name: string, reason: string) => unpacked.refused.push({ name, reason })
  let left = MOST_UPLOADS * unpacking.uploadMaxBytes
  let archive: ZipFile | undefined
  try {
    // Names are decoded here: the library would end the whole ZIP at one that leads out of it.
    archive = await openPromise(zip.path, { lazyEntries: true, decodeStrings: false })
    let count = 0
    for await (const entry of archive.eachEntry()) {
      const path = pathOf(entry)
      const name = `${zip.name}: ${path}`
      count += 1
      if (count > MOST_FILES) {
        refuse(zip.name, `Only the first ${MOST_FILES} files of this ZIP were read. Split it.`)
        break
      }
      const reason = whyNot(path, entry)
      if (reason === '') continue
      if (reason) {
        refuse(name, reason)
        continue
      }
      const most = Math.min(unpacking.uploadMaxBytes, left)
      const limited = { ...unpacking, uploadMaxBytes: most }
      const { isDamaged, ...read } = await unpackEntry(archive, entry, limited)
      const file = { ...read, name: cleanFileName(path) }
      left -= file.byteSize
      if (isDamaged) {
        refuse(name, 'It is damaged in the ZIP. Download it again and add the new file.')
        continue
      }
      if (file.tooLarge && most < unpacking.uploadMaxBytes) {
        await rm(file.path, { force: true })
        refuse(zip.name, 'This ZIP unpacks to more than can be taken at once. Split it.')
        break
      }
      unpacked.files.push(file)
    }
  } catch (error) {
    if (isDiskFull(error)) {
      await Promise.all(unpacked.files.map(({ path }) => rm(path, { force: true })))
      throw error
    }
    refuse(zip.name, 'This ZIP is damaged. Download it again and add the new file.')
  } finally {
    archive?.close()
  }
  return unpacked
}

const FILE_TYPE = 0o170000
const LINK = 0o120000
const ENCRYPTED = 0x1

const pathOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry) =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)

/** Empty for what is passed over without a word; undefined for what is taken. */
function whyNot(path: string, { externalFileAttributes, generalPurposeBitFlag }: Entry) {
  const isFolder = path.endsWith('/')
  // What a Mac adds to each file.
  const isResource = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)/.test(path)
  if (isFolder || isResource) return ''
  if (/^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)/i.test(path)) {
    return 'Its path leads out of the ZIP. Unpack it yourself and add the PDFs.'
  }
  if (((externalFileAttributes >>> 16) & FILE_TYPE) === LINK) return 'This is a link, not a file.'
  if (generalPurposeBitFlag & ENCRYPTED) {
    return 'It is protected by a password. Unpack it yourself and add the PDFs.'
  }
  if (!/\.pdf$/i.test(path)) return 'Only PDF files can be published.'
  return undefined
}

/** Its bytes are counted as they come, whatever the ZIP says of them. */
async function unpackEntry(
  archive: ZipFile,
  entry: Entry,
  { incomingPath, uploadMaxBytes }: Unpacking,
): Promise<Omit<UploadedFile, 'name'> & { isDamaged: boolean }> {
  const path = await incomingPath()
  const hash = createHash('sha256')
  const file = { field: 'documents', path, byteSize: 0, tooLarge: false, isDamaged: false }
  let sum = 0
  async function* counted(source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      file.byteSize += piece.length
      if (file.byteSize > uploadMaxBytes) {
        file.tooLarge = true
        return
      }
      hash.update(piece)
      sum = crc32(piece, sum)
      yield piece
    }
  }
  try {
    const source: Readable = await archive.openReadStreamPromise(entry)
    await pipeline(source, counted, createWriteStream(path))
    file.isDamaged = !file.tooLarge && sum !== entry.crc32
  } catch (error) {
    if (isDiskFull(error)) {
      await rm(path, { force: true })
      throw error
    }
    file.isDamaged = true
  }
  if (file.isDamaged) await rm(path, { force: true })
  return { ...file, sha256: hash.digest('hex') }
}
