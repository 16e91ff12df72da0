import { free, heap, malloc, pdfium } from './library.ts'

/* PDFium has no functions for layers, XMP, and most scripts, but writes the objects decrypted, unpacked, and in one spelling. */

export interface SavedObjects {
  /** Dictionaries and arrays, without their strings, by number. */
  objects: Map<number, string>
  /** Bookmark titles and the structure's text for screen readers, with the beginnings of the objects they are in. */
  texts: { key: string; text: string; object: string }[]
  /** Streams of XMP metadata, in pieces, with their dictionaries. */
  metadata: { about: string; pieces: Buffer[] }[]
}

/** Bytes. Larger objects, and whatever is beyond all of them together, are not looked at. */
const MAX_OBJECT = 1024 * 1024
const MAX_OBJECTS = 32 * 1024 * 1024
const MAX_METADATA = 16
const MAX_TEXTS = 20_000
const MAX_TEXT = 2000
const MAX_CONTEXT = 64 * 1024

const TEXT = /\/(Title|ActualText|Alt|E) ?(\((?:[^\\)]|\\.)*\)|<[^<>]*>)/gs

/** FPDF_REMOVE_SECURITY */
const DECRYPTED = 3

const STREAM = 'stream\r\n'
const END_OF_STREAM = '\r\nendstream'
/** Strings have no line ends of their own: PDFium escapes them. */
const END_OF_OBJECT = '\r\nendobj'

export function readSavedObjects(document: number): SavedObjects {
  const reader = createObjectReader()
  const write = heap.addFunction((_: number, at: number, length: number) => {
    reader.read(Buffer.from(heap.HEAPU8.slice(at, at + length)))
    return 1
  }, 'iiii')
  // FPDF_FILEWRITE: its version, and a function that takes a block.
  const target = malloc(8)
  heap.setValue(target, 1, 'i32')
  heap.setValue(target + 4, write, 'i32')
  pdfium.FPDF_SaveAsCopy(document, target, DECRYPTED)
  heap.removeFunction(write)
  free(target)
  return reader.saved
}

export function createObjectReader() {
  const saved: SavedObjects = { objects: new Map(), texts: [], metadata: [] }
  let left = MAX_OBJECTS
  let unread: Buffer = Buffer.alloc(0)
  let isStream = false
  let kept: Buffer[] | undefined

  function keep(bytes: Buffer): string {
    const [, number, body = ''] = /(\d+) \d+ obj\s*(.*)$/s.exec(bytes.toString('latin1')) ?? []
    if (number === undefined || body.length > left) return ''
    left -= body.length
    const text = body.replace(/\((?:[^\\)]|\\.)*\)/gs, '()')
    saved.objects.set(Number(number), text)
    const object = text.slice(0, MAX_CONTEXT)
    for (const [, key = '', string = ''] of body.matchAll(TEXT)) {
      if (saved.texts.length >= MAX_TEXTS) break
      saved.texts.push({ key, text: textOf(string).slice(0, MAX_TEXT), object })
    }
    return text
  }

  function beginStream(about: string): void {
    isStream = true
    kept = undefined
    if (!/\/Type ?\/Metadata\b/.test(about) || saved.metadata.length >= MAX_METADATA) return
    kept = []
    saved.metadata.push({ about, pieces: kept })
  }

  function skipStream(bytes: Buffer): Buffer | undefined {
    const end = bytes.indexOf(END_OF_STREAM)
    const content = bytes.subarray(0, end < 0 ? -END_OF_STREAM.length : end)
    if (kept && kept.length * content.length < MAX_OBJECT) kept.push(content)
    unread = end < 0 ? bytes.subarray(-END_OF_STREAM.length) : unread
    if (end < 0) return undefined
    isStream = false
    return bytes.subarray(end + END_OF_STREAM.length)
  }

  function readSavedObject(bytes: Buffer): Buffer | undefined {
    const [stream, end] = [bytes.indexOf(STREAM), bytes.indexOf(END_OF_OBJECT)]
    if (stream >= 0 && (end < 0 || stream < end)) {
      beginStream(keep(bytes.subarray(0, stream)))
      return bytes.subarray(stream + STREAM.length)
    }
    if (end >= 0) {
      keep(bytes.subarray(0, end))
      return bytes.subarray(end + END_OF_OBJECT.length)
    }
    unread = bytes.length > MAX_OBJECT ? bytes.subarray(-END_OF_OBJECT.length) : bytes
    return undefined
  }

  return {
    saved,
    read(block: Buffer): void {
      let bytes: Buffer | undefined = Buffer.concat([unread, block])
      unread = Buffer.alloc(0)
      while (bytes) bytes = isStream ? skipStream(bytes) : readSavedObject(bytes)
    },
  }
}

/** Of a string in parentheses or as hexadecimal digits (ISO 32000-1, 7.3.4 and 7.9.2.2). */
function textOf(string: string): string {
  const body = string.slice(1, -1)
  const written = body.replace(/\\(.)/gs, (_, one) => ESCAPES[one] ?? one)
  const bytes = string.startsWith('<')
    ? Buffer.from(body.replace(/\s/g, ''), 'hex')
    : Buffer.from(written, 'latin1')
  const [mark = ''] = /^(?:feff|fffe|efbbbf)/.exec(bytes.toString('hex', 0, 3)) ?? []
  const encoding = ENCODINGS[mark]
  return encoding ? new TextDecoder(encoding).decode(bytes) : bytes.toString('latin1')
}

const ENCODINGS: Record<string, string> = { feff: 'utf-16be', fffe: 'utf-16le', efbbbf: 'utf-8' }

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
