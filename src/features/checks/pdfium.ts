import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Unopened } from './inspection/messages.ts'
import { BEHIND_TEXT, type Drawn, type PageView, type Picture } from './page-view.ts'
import { takeActualText } from './pdfium/actual-text.ts'
import { mergeTextBoxes, openForm, readNotes } from './pdfium/annotations.ts'
import { deviceOf, readCharacters } from './pdfium/characters.ts'
import { readEmbedded } from './pdfium/embedded.ts'
import { allocate, free, heapOf, loadPdfium, type OpenPage, objectsOf } from './pdfium/library.ts'

/* Reads a file and its pages with PDFium. */

/** FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY */
const PROTECTED = [4, 5]

/** Of the file that was opened last. */
export async function openFailureReason(): Promise<Unopened> {
  const library = await loadPdfium()
  return PROTECTED.includes(library.FPDF_GetLastError()) ? 'protected' : 'damaged'
}

/** @returns undefined if PDFium cannot open the file */
export async function openPdf(path: string) {
  const library = await loadPdfium()
  const heap = heapOf(library)
  const file = openSync(path, 'r')
  const size = fstatSync(file).size
  // FPDF_FILEACCESS: the length, a function that reads a block, and the parameter passed to it.
  const read = heap.addFunction((_: number, position: number, target: number, length: number) => {
    const piece = new Uint8Array(length)
    if (readSync(file, piece, 0, length, position) !== length) return 0
    heap.HEAPU8.set(piece, target)
    return 1
  }, 'iiiii')
  const access = allocate(library, 12)
  heap.setValue(access, size, 'i32')
  heap.setValue(access + 4, read, 'i32')
  heap.setValue(access + 8, 0, 'i32')
  const document = library.FPDF_LoadCustomDocument(access, '')
  const form = document ? openForm(library, document) : undefined
  function close(): void {
    form?.close()
    if (document) library.FPDF_CloseDocument(document)
    heap.removeFunction(read)
    free(library, access)
    closeSync(file)
  }
  if (!document) {
    close()
    return undefined
  }
  return {
    countPages: (max: number) => countPages(library, document, max),
    /** Calls `use` with the page, then closes it. @throws if the page cannot be read */
    withPage: <T>(number: number, use: (page: PageView) => T): T =>
      withPage({ library, document, form: form?.handle }, number, use),
    embedded: () => readEmbedded(library, document, file),
    close,
  }
}

interface OpenDocument extends Pick<OpenPage, 'library' | 'form'> {
  document: number
}

/** With its notes as they are in the file, and with its text boxes made part of it. */
function withPage<T>(open: OpenDocument, number: number, use: (page: PageView) => T): T {
  const { library, form } = open
  return withLoaded(open, number, (page) => {
    const notes = readNotes({ library, page, form })
    function read(merged: number): T {
      const embedded = takeActualText(library, merged)
      const text = library.FPDFText_LoadPage(merged)
      try {
        return use(viewOf({ library, page: merged, text, form }, { notes, embedded }))
      } finally {
        library.FPDFText_ClosePage(text)
      }
    }
    return mergeTextBoxes(library, page) ? withLoaded(open, number, read) : read(page)
  })
}

function withLoaded<T>(
  { library, document, form }: OpenDocument,
  number: number,
  use: (page: number) => T,
): T {
  const page = library.FPDF_LoadPage(document, number - 1)
  if (!page) throw new Error(`page ${number} cannot be read`)
  if (form) library.FORM_OnAfterLoadPage(page, form)
  try {
    return use(page)
  } finally {
    if (form) library.FORM_OnBeforeClosePage(page, form)
    library.FPDF_ClosePage(page)
  }
}

/** A damaged page keeps its number, but after this many in a row there are no more pages. */
const MAX_MISSING = 100

/**
 * How many pages can be opened, regardless of the file's own count: `/Count` may say anything, and PDFium believes it up to
 * a million. @param max counts no further than one more
 */
function countPages(library: WrappedPdfiumModule, document: number, max: number): number {
  const claimed = library.FPDF_GetPageCount(document)
  const size = allocate(library, 8)
  let count = 0
  for (let index = 0; index < claimed && count <= max && index - count < MAX_MISSING; index++) {
    // Finds the page without reading what is on it.
    if (library.FPDF_GetPageSizeByIndexF(document, index, size)) count = index + 1
  }
  free(library, size)
  return count
}

/** FPDFBitmap_BGRx, FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER */
const WITHOUT_ALPHA = 3
const AS_RGB = 0x10
const WITH_ANNOTATIONS = 0x01
const WHITE = 0xffffffff
/** A page of 200 inches would take gigabytes. */
const MAX_PIXELS = 16_000_000
const MAX_SIDE = 16_000

const PICTURES_KEPT = 2
/** Reused for a page's first picture, its second, and the latest other: allocating megabytes costs more than drawing. */
const buffers: Uint8Array[] = []

function borrowBuffer(index: number, bytes: number): Uint8Array {
  let buffer = buffers[index]
  if (!buffer || buffer.length < bytes) buffer = buffers[index] = new Uint8Array(bytes)
  return buffer.subarray(0, bytes)
}

function viewOf(loaded: OpenPage, besides: Pick<PageView, 'notes' | 'embedded'>): PageView {
  const { library, page } = loaded
  const width = library.FPDF_GetPageWidthF(page)
  const height = library.FPDF_GetPageHeightF(page)
  const toDevice = deviceOf(loaded)
  const { characters, lettered } = readCharacters(loaded, toDevice)
  let drawn = 0
  let others: number[] | undefined

  function activate(what: Drawn): void {
    const isShown = (object: number) =>
      what === 'everything' || what === 'textAlone' || (what !== 'noText' && !what.has(object))
    for (const object of lettered) library.FPDFPageObj_SetIsActive(object, isShown(object))
    if (what === 'textAlone')
      others ??= objectsOf(library, page).filter((object) => !lettered.has(object))
    for (const object of others ?? []) {
      library.FPDFPageObj_SetIsActive(object, what !== 'textAlone')
    }
  }

  function draw(wanted: number, what: Drawn = 'everything'): Picture {
    activate(what)
    const isAlone = what === 'textAlone'
    const maxPixelsPerPoint = Math.sqrt(MAX_PIXELS / (width * height))
    const scale = Math.min(wanted, maxPixelsPerPoint, MAX_SIDE / Math.max(width, height))
    const picture = { width: Math.ceil(width * scale), height: Math.ceil(height * scale), scale }
    const bytes = picture.width * picture.height * 4
    const at = allocate(library, bytes)
    if (!at) throw new Error('the page is too large to be drawn')
    const area = [picture.width, picture.height] as const
    const bitmap = library.FPDFBitmap_CreateEx(...area, WITHOUT_ALPHA, at, picture.width * 4)
    const [red, green, blue] = BEHIND_TEXT
    // AS_RGB applies to drawing but not to filling, so the colors are swapped here.
    const behind = isAlone ? 0xff000000 + blue * 0x10000 + green * 0x100 + red : WHITE
    library.FPDFBitmap_FillRect(bitmap, 0, 0, ...area, behind)
    const place = [0, 0, ...area, 0] as const
    const flags = isAlone ? AS_RGB : AS_RGB | WITH_ANNOTATIONS
    library.FPDF_RenderPageBitmap(bitmap, page, ...place, flags)
    if (loaded.form && !isAlone) {
      library.FPDF_FFLDraw(loaded.form, bitmap, page, ...place, flags)
    }
    const pixels = borrowBuffer(Math.min(drawn++, PICTURES_KEPT), bytes)
    pixels.set(heapOf(library).HEAPU8.subarray(at, at + bytes))
    library.FPDFBitmap_Destroy(bitmap)
    free(library, at)
    return { ...picture, pixels }
  }

  return {
    width,
    height,
    characters,
    ...besides,
    toPng: (picture) => encode(library, picture),
    draw,
  }
}

const COMPRESSION = 6

function encode(library: WrappedPdfiumModule, { width, height, pixels }: Picture): Buffer {
  const at = allocate(library, pixels.length + 4)
  const result = at + pixels.length
  for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255
  heapOf(library).HEAPU8.set(pixels, at)
  const size = library.EPDF_PNG_EncodeRGBA(at, width, height, width * 4, COMPRESSION, result)
  const png = heapOf(library).getValue(result, 'i32')
  const bytes = Buffer.from(heapOf(library).HEAPU8.slice(png, png + size))
  if (png) free(library, png)
  free(library, at)
  return bytes
}
