import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Picture } from './boxes.ts'
import type { Unopened } from './inspection/messages.ts'
import { BEHIND_TEXT, type Drawn, type PageView } from './page-view.ts'
import { mergeTextBoxes, openForm, readNotes } from './pdfium/annotations.ts'
import { readCharacters } from './pdfium/characters.ts'
import { readEmbedded, takeActualText } from './pdfium/embedded.ts'
import { free, heap, malloc, pdfium, places } from './pdfium/library.ts'
import { isForm, type OpenPage, objectsOf } from './pdfium/page-objects.ts'

/** FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY */
const PROTECTED = [4, 5]

/** Of the file that was opened last. */
export const openFailureReason = (): Unopened =>
  PROTECTED.includes(pdfium.FPDF_GetLastError()) ? 'protected' : 'damaged'

export function openPdf(path: string) {
  const file = openSync(path, 'r')
  const read = heap.addFunction((_: number, position: number, target: number, length: number) => {
    const piece = new Uint8Array(length)
    if (readSync(file, piece, 0, length, position) !== length) return 0
    heap.HEAPU8.set(piece, target)
    return 1
  }, 'iiiii')
  // FPDF_FILEACCESS: the length, a function that reads a block, and the parameter passed to it.
  const access = malloc(12)
  for (const [index, value] of [fstatSync(file).size, read, 0].entries())
    heap.setValue(access + 4 * index, value, 'i32')
  const document = pdfium.FPDF_LoadCustomDocument(access, '')
  const form = document ? openForm(document) : undefined
  function close(): void {
    form?.close()
    if (document) pdfium.FPDF_CloseDocument(document)
    heap.removeFunction(read)
    free(access)
    closeSync(file)
  }
  if (!document) return close()
  return {
    countPages: (max: number) => countPages(document, max),
    /** Calls `use` with the page, then closes it. @throws if the page cannot be read */
    withPage: <T>(number: number, use: (page: PageView) => T): T =>
      withPage({ document, form: form?.handle }, number, use),
    embedded: () => readEmbedded(document, file),
    close,
  }
}

type OpenDocument = Pick<OpenPage, 'form'> & { document: number }

/** With its notes as they are in the file, and with its text boxes made part of it. */
function withPage<T>(open: OpenDocument, number: number, use: (page: PageView) => T): T {
  const { form } = open
  return withLoaded(open, number, (page) => {
    const notes = readNotes({ page, form })
    function read(merged: number): T {
      const embedded = takeActualText(merged)
      const text = pdfium.FPDFText_LoadPage(merged)
      try {
        return use(viewOf({ page: merged, text, form }, { notes, embedded }))
      } finally {
        pdfium.FPDFText_ClosePage(text)
      }
    }
    return mergeTextBoxes(page) ? withLoaded(open, number, read) : read(page)
  })
}

function withLoaded<T>(open: OpenDocument, number: number, use: (page: number) => T): T {
  const { document, form } = open
  const page = pdfium.FPDF_LoadPage(document, number - 1)
  if (!page) throw new Error(`page ${number} cannot be read`)
  if (form) pdfium.FORM_OnAfterLoadPage(page, form)
  try {
    return use(page)
  } finally {
    if (form) pdfium.FORM_OnBeforeClosePage(page, form)
    pdfium.FPDF_ClosePage(page)
  }
}

/** A damaged page keeps its number, but after this many in a row there are no more pages. */
const MAX_MISSING = 100

/** Those that open: `/Count` may say anything, and PDFium believes it up to a million. @param max counts to one more */
function countPages(document: number, max: number): number {
  const claimed = pdfium.FPDF_GetPageCount(document)
  let count = 0
  for (let index = 0; index < claimed && count <= max && index - count < MAX_MISSING; index++) {
    // Finds the page without reading what is on it.
    if (pdfium.FPDF_GetPageSizeByIndexF(document, index, places[0])) count = index + 1
  }
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
/** Reused for a page's first picture, its second, and the latest other: allocating megabytes takes 8 of 33 ms a page. */
const buffers: Uint8Array[] = []

function borrowBuffer(index: number, bytes: number): Uint8Array {
  let buffer = buffers[index]
  if (!buffer || buffer.length < bytes) buffer = buffers[index] = new Uint8Array(bytes)
  return buffer.subarray(0, bytes)
}

function viewOf(loaded: OpenPage, besides: Pick<PageView, 'notes' | 'embedded'>): PageView {
  const { page, form } = loaded
  const width = pdfium.FPDF_GetPageWidthF(page)
  const height = pdfium.FPDF_GetPageHeightF(page)
  const { characters, lettered } = readCharacters(loaded)
  let drawn = 0
  let others: number[] | undefined

  function activate(what: Drawn): void {
    const isShown = (object: number) =>
      what === 'everything' || what === 'textAlone' || (what !== 'noText' && !what.has(object))
    for (const object of lettered) pdfium.FPDFPageObj_SetIsActive(object, isShown(object))
    if (what === 'textAlone')
      others ??= objectsOf(page).filter((object) => !isForm(object) && !lettered.has(object))
    for (const object of others ?? []) {
      pdfium.FPDFPageObj_SetIsActive(object, what !== 'textAlone')
    }
  }

  function draw(wanted: number, what: Drawn = 'everything'): Picture {
    activate(what)
    const isAlone = what === 'textAlone'
    const maxPixelsPerPoint = Math.sqrt(MAX_PIXELS / (width * height))
    const scale = Math.min(wanted, maxPixelsPerPoint, MAX_SIDE / Math.max(width, height))
    const picture = { width: Math.ceil(width * scale), height: Math.ceil(height * scale), scale }
    const bytes = picture.width * picture.height * 4
    const at = malloc(bytes)
    if (!at) throw new Error('the page is too large to be drawn')
    const area = [picture.width, picture.height] as const
    const bitmap = pdfium.FPDFBitmap_CreateEx(...area, WITHOUT_ALPHA, at, picture.width * 4)
    const [red, green, blue] = BEHIND_TEXT
    // AS_RGB applies to drawing but not to filling, so the colors are swapped here.
    const behind = isAlone ? 0xff000000 + blue * 0x10000 + green * 0x100 + red : WHITE
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, ...area, behind)
    const place = [0, 0, ...area, 0] as const
    const flags = isAlone ? AS_RGB : AS_RGB | WITH_ANNOTATIONS
    pdfium.FPDF_RenderPageBitmap(bitmap, page, ...place, flags)
    if (form && !isAlone) pdfium.FPDF_FFLDraw(form, bitmap, page, ...place, flags)
    const pixels = borrowBuffer(Math.min(drawn++, PICTURES_KEPT), bytes)
    pixels.set(heap.HEAPU8.subarray(at, at + bytes))
    pdfium.FPDFBitmap_Destroy(bitmap)
    free(at)
    return { ...picture, pixels }
  }

  return { width, height, characters, ...besides, toPng, draw }
}

const COMPRESSION = 6

function toPng({ width, height, pixels }: Picture): Buffer {
  const at = malloc(pixels.length + 4)
  const result = at + pixels.length
  for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255
  heap.HEAPU8.set(pixels, at)
  const size = pdfium.EPDF_PNG_EncodeRGBA(at, width, height, width * 4, COMPRESSION, result)
  const png = heap.getValue(result, 'i32')
  const bytes = Buffer.from(heap.HEAPU8.slice(png, png + size))
  if (png) free(png)
  free(at)
  return bytes
}
