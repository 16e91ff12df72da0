import { isUtf8 } from 'node:buffer'
import { rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { saveBytes, type UploadedFile } from '../../platform/http/request/form.ts'
import { cleanFileName, MAX_FILES } from '../../shared/naming-rules.ts'
import { readFileEnds } from '../checks/recognize-file.ts'
import type { RefusedFile } from '../docket/documents/accept-files.ts'

/** Folders, and what macOS adds, are entries, too. */
const MAX_ENTRIES = 10 * MAX_FILES

/** Documents of Word and the like are ZIPs, too, but nobody means what is in them. */
const OFFICE = /^.{30}(?:\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|xl\/|ppt\/|mimetype)/s

export async function isZip({ path }: Pick<UploadedFile, 'path'>): Promise<boolean> {
  const { head } = await readFileEnds(path)
  const start = head.toString('latin1', 0, 50)
  // The second begins a ZIP without files.
  return ['PK\x03\x04', 'PK\x05\x06'].includes(start.slice(0, 4)) && !OFFICE.test(start)
}

/** The unpacked files together may be as large as this many uploads; anything larger is probably a ZIP bomb. */
const MAX_UPLOADS = 10

/** Takes the PDFs, which the caller removes; other files are refused by name. */
export async function unpackZip(
  zip: UploadedFile,
  { incomingPath, uploadMaxBytes }: { incomingPath: () => Promise<string>; uploadMaxBytes: number },
) {
  const files: UploadedFile[] = []
  const refused: RefusedFile[] = []
  const zipName = cleanFileName(zip.name)
  const refuse = (name: string, reason: string) => void refused.push({ name, reason })
  let left = MAX_UPLOADS * uploadMaxBytes
  let archive: ZipFile | undefined
  try {
    // The library would reject the whole ZIP for one unsafe path, so names are decoded here.
    archive = await openPromise(zip.path, {
      lazyEntries: true,
      decodeStrings: false,
      autoClose: false,
    })
    let count = 0
    for await (const entry of archive.eachEntry()) {
      const path = pathOf(entry)
      const reason = refusalReason(path, entry)
      const isFull = reason !== '' && files.length + refused.length >= MAX_FILES
      if (isFull || ++count > MAX_ENTRIES) {
        refuse(zipName, TOO_MANY_IN_ZIP)
        break
      }
      const name = `${zipName}: ${path.slice(-MAX_NAME_LENGTH)}`
      if (reason) refuse(name, reason)
      if (reason !== undefined) continue
      const maxBytes = Math.min(uploadMaxBytes, left)
      const unpacking = unpackEntry(archive, entry, { incomingPath, maxBytes })
      const file = await unpacking.catch(() => refuse(name, DAMAGED))
      if (!file) continue
      left -= file.byteSize
      if (file.tooLarge && maxBytes < uploadMaxBytes) {
        await rm(file.path, { force: true })
        refuse(zipName, 'This ZIP is too large when unpacked. Split it into smaller ZIPs.')
        break
      }
      files.push({ ...file, name: cleanFileName(path) })
      if (file.noRoom) break
    }
    if (files.length + refused.length === 0) refuse(zipName, 'There are no files in this ZIP.')
  } catch {
    refuse(zipName, DAMAGED)
  } finally {
    archive?.close()
  }
  return { files, refused }
}

const TOO_MANY_IN_ZIP = `This ZIP has more than ${MAX_FILES} files. Split it into smaller ZIPs, and file each separately.`
const DAMAGED =
  'It is damaged, or packed in a way that the server cannot unpack. Unpack it yourself and add the PDFs.'

/** Of a path in a message; in a ZIP it may have 65,535 bytes. */
const MAX_NAME_LENGTH = 255

const FILE_TYPE = 0o170000
const LINK = 0o120000
const ENCRYPTED = 0x1
const UTF8 = 0x800

/** Some programs write UTF-8 names without setting the flag. */
const pathOf = ({ generalPurposeBitFlag: flags, fileNameRaw, extraFields }: Entry) =>
  getFileNameLowLevel(isUtf8(fileNameRaw) ? flags | UTF8 : flags, fileNameRaw, extraFields, false)

/** @returns the reason for refusal, '' to skip the entry silently, undefined to accept it */
function refusalReason(path: string, entry: Entry) {
  const { externalFileAttributes, generalPurposeBitFlag } = entry
  // Folders, and what macOS and Windows add.
  if (/\/$|(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)/.test(path)) return ''
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

/** Counts the bytes itself, because the ZIP's own sizes may be false. @throws if the file is damaged */
async function unpackEntry(
  archive: ZipFile,
  entry: Entry,
  { incomingPath, maxBytes }: { incomingPath: () => Promise<string>; maxBytes: number },
): Promise<Omit<UploadedFile, 'name'>> {
  let [length, sum] = [0, 0]
  async function* countBytes() {
    for await (const piece of await archive.openReadStreamPromise(entry)) {
      length += piece.length
      if (length > maxBytes) return
      sum = crc32(piece, sum)
      yield piece
    }
  }
  const saved = await saveBytes(countBytes(), { incomingPath })
  const tooLarge = length > maxBytes
  if (tooLarge || sum === entry.crc32) return { field: 'documents', ...saved, tooLarge }
  await rm(saved.path, { force: true })
  throw new Error('the checksum does not match the ZIP directory')
}
