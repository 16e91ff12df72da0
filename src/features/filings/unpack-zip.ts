import { isUtf8 } from 'node:buffer'
import { open, rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { saveBytes, type UploadedFile } from '../../platform/http/request/form.ts'
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
        refuse(zip.name, `Only the first ${MOST_FILES} files in this ZIP were read. Split the ZIP.`)
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
      const file = await unpackEntry(archive, entry, limited).catch(whyLost)
      if (typeof file === 'string') {
        refuse(name, file)
        continue
      }
      left -= file.byteSize
      if (file.tooLarge && most < unpacking.uploadMaxBytes) {
        await rm(file.path, { force: true })
        refuse(zip.name, 'This ZIP is too large when unpacked. Split it into smaller ZIPs.')
        break
      }
      unpacked.files.push({ ...file, name: cleanFileName(path) })
      if (file.noRoom) break
    }
  } catch (error) {
    refuse(zip.name, whyLost(error))
  } finally {
    archive?.close()
  }
  return unpacked
}

const FILE_TYPE = 0o170000
const LINK = 0o120000
const ENCRYPTED = 0x1
const UTF8 = 0x800

/** Some programs write UTF-8 and do not say so. */
const pathOf = ({ generalPurposeBitFlag: flags, fileNameRaw, extraFields }: Entry) =>
  getFileNameLowLevel(isUtf8(fileNameRaw) ? flags | UTF8 : flags, fileNameRaw, extraFields, false)

/** Empty for what is passed over without a word; undefined for what is taken. */
function whyNot(path: string, { externalFileAttributes, generalPurposeBitFlag }: Entry) {
  const isFolder = path.endsWith('/')
  // What a Mac adds to each file.
  const isResource = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)/.test(path)
  if (isFolder || isResource) return ''
  if (/^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)/i.test(path)) {
    return 'Its path points outside the ZIP. Unpack it yourself and add the PDFs.'
  }
  if (((externalFileAttributes >>> 16) & FILE_TYPE) === LINK) return 'This is a link, not a file.'
  if (generalPurposeBitFlag & ENCRYPTED) {
    return 'It is password-protected. Unpack it yourself and add the PDFs.'
  }
  if (!/\.pdf$/i.test(path)) return 'Only PDF files can be published.'
  return undefined
}

/** Its bytes are counted as they come, whatever the ZIP says of them. @throws where it is damaged, or the disk fails */
async function unpackEntry(
  archive: ZipFile,
  entry: Entry,
  { incomingPath, uploadMaxBytes }: Unpacking,
): Promise<Omit<UploadedFile, 'name'>> {
  let [length, sum] = [0, 0]
  async function* counted() {
    for await (const piece of await archive.openReadStreamPromise(entry)) {
      length += piece.length
      if (length > uploadMaxBytes) return
      sum = crc32(piece, sum)
      yield piece
    }
  }
  const saved = await saveBytes(counted(), { incomingPath })
  const tooLarge = length > uploadMaxBytes
  if (tooLarge || sum === entry.crc32) return { field: 'documents', ...saved, tooLarge }
  await rm(saved.path, { force: true })
  throw new Error('the checksum does not match the ZIP directory')
}

/** What the disk refuses has the name of a system call. */
function whyLost(error: unknown): string {
  const { code, syscall } = error as NodeJS.ErrnoException
  return syscall
    ? `The server’s disk failed while unpacking this file (${code}). Tell your site administrator, then add it again.`
    : 'It is damaged. Download the ZIP again and add the new file.'
}
