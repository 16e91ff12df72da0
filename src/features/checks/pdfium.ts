import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

/*
 * PDFium, compiled to WebAssembly: what a reader sees of a page, and where its characters are. Only the inspection process
 * runs it (docs/decisions/044). Coordinates are points from the top left of the page as it is shown.
 */

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Character {
  text: string
  /** Null for what PDFium adds between the characters of the file: spaces and line ends. */
  box: Box | null
  /** Painted with no color, as recognized text over a scan is. */
  isInvisible: boolean
  /** Points. */
  fontSize: number
  /** Whether the line runs from left to right. */
  isUpright: boolean
}

/** Four bytes a pixel: blue, green, red, and one without meaning. */
export interface Picture {
  width: number
  height: number
  pixels: Uint8Array
}

export interface PageView {
  /** Points. */
  width: number
  height: number
  characters: Character[]
  /** @param scale pixels a point @param what with `noText`, as if the page had no text */
  draw(scale: number, what?: 'everything' | 'noText'): Picture
}

export interface OpenPdf {
  pageCount: number
  /** Calls `look` with the page, and then lets go of it. @throws where the page cannot be read */
  withPage<T>(number: number, look: (page: PageView) => T): T
  carried(): CarriedParts
  close(): void
}

/** What a file has besides what its pages show. */
export interface CarriedParts {
  attachments: number
  scripts: number
  /** How often the file was saved by adding to its end. */
  revisions: number
  author: string
  /** By page, from 1. */
  comments: number[]
  filledFields: number[]
}

let loading: Promise<WrappedPdfiumModule> | undefined

function load(): Promise<WrappedPdfiumModule> {
  loading ??= (async () => {
    const wasm = readFileSync(new URL(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
    const library = await init({ wasmBinary: new Uint8Array(wasm).buffer })
    library.PDFiumExt_Init()
    return library
  })()
  return loading
}

/** @returns undefined where PDFium cannot open it */
export async function openPdf(path: string): Promise<OpenPdf | undefined> {
  const library = await load()
  const heap = heapOf(library)
  const file = openSync(path, 'r')
  const size = fstatSync(file).size
  // FPDF_FILEACCESS: the length, a function that reads a piece, and what it is called with.
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
  function close(): void {
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
    pageCount: library.FPDF_GetPageCount(document),
    withPage(number, look) {
      const page = library.FPDF_LoadPage(document, number - 1)
      if (!page) throw new Error(`page ${number} cannot be read`)
      const text = library.FPDFText_LoadPage(page)
      try {
        return look(viewOf(library, page, text))
      } finally {
        library.FPDFText_ClosePage(text)
        library.FPDF_ClosePage(page)
      }
    },
    carried: () => carriedBy(library, document),
    close,
  }
}

/** Its memory, which the package's types leave out. */
const heapOf = (library: WrappedPdfiumModule) =>
  library.pdfium as WrappedPdfiumModule['pdfium'] & { HEAPU8: Uint8Array }

const allocate = (library: WrappedPdfiumModule, bytes: number): number =>
  library.pdfium.wasmExports.malloc(bytes)

const free = (library: WrappedPdfiumModule, at: number): void => library.pdfium.wasmExports.free(at)

/** FPDF_TEXTRENDERMODE_INVISIBLE */
const INVISIBLE = 3
/** FPDFBitmap_BGRx, FPDF_ANNOT */
const WITHOUT_ALPHA = 3
const WITH_ANNOTATIONS = 0x01
const WHITE = 0xffffffff

function viewOf(library: WrappedPdfiumModule, page: number, text: number): PageView {
  const width = library.FPDF_GetPageWidthF(page)
  const height = library.FPDF_GetPageHeightF(page)
  const objects = new Set<number>()
  const characters = readCharacters(library, { page, text, width, height, objects })

  function draw(scale: number): Picture {
    const picture = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
    const bytes = picture.width * picture.height * 4
    const at = allocate(library, bytes)
    if (!at) throw new Error('the page is too large to be drawn')
    const bitmap = library.FPDFBitmap_CreateEx(
      picture.width,
      picture.height,
      WITHOUT_ALPHA,
      at,
      picture.width * 4,
    )
    library.FPDFBitmap_FillRect(bitmap, 0, 0, picture.width, picture.height, WHITE)
    const place = [0, 0, picture.width, picture.height, 0] as const
    library.FPDF_RenderPageBitmap(bitmap, page, ...place, WITH_ANNOTATIONS)
    const pixels = heapOf(library).HEAPU8.slice(at, at + bytes)
    library.FPDFBitmap_Destroy(bitmap)
    free(library, at)
    return { ...picture, pixels }
  }

  function showText(isShown: boolean): void {
    for (const object of objects) library.FPDFPageObj_SetIsActive(object, isShown)
  }

  return {
    width,
    height,
    characters,
    draw(scale, what = 'everything') {
      if (what === 'everything') return draw(scale)
      showText(false)
      try {
        return draw(scale)
      } finally {
        showText(true)
      }
    },
  }
}

interface Source {
  page: number
  text: number
  width: number
  height: number
  /** Filled with the text objects of the page. */
  objects: Set<number>
}

/** Parts of a point that survive the way through the library's whole device pixels. */
const PER_POINT = 64

function readCharacters(library: WrappedPdfiumModule, source: Source): Character[] {
  const { text, objects } = source
  const numbers = allocate(library, 4 * 8)
  const heap = heapOf(library)
  const modes = new Map<number, boolean>()

  function isInvisible(object: number): boolean {
    const known = modes.get(object)
    if (known !== undefined) return known
    const found = library.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE
    modes.set(object, found)
    return found
  }

  /** Corners of the page's own space, turned and cut as it is shown. */
  function toDevice(x: number, y: number): [number, number] {
    const { page, width, height } = source
    const size = [Math.round(width * PER_POINT), Math.round(height * PER_POINT)] as const
    library.FPDF_PageToDevice(page, 0, 0, ...size, 0, x, y, numbers, numbers + 4)
    return [
      heap.getValue(numbers, 'i32') / PER_POINT,
      heap.getValue(numbers + 4, 'i32') / PER_POINT,
    ]
  }

  function boxOf(index: number): Box | null {
    const places = [numbers, numbers + 8, numbers + 16, numbers + 24] as const
    if (!library.FPDFText_GetCharBox(text, index, ...places)) return null
    const [left = 0, right = 0, bottom = 0, top = 0] = places.map((at) =>
      heap.getValue(at, 'double'),
    )
    const [x1, y1] = toDevice(left, top)
    const [x2, y2] = toDevice(right, bottom)
    return {
      left: Math.min(x1, x2),
      top: Math.min(y1, y2),
      right: Math.max(x1, x2),
      bottom: Math.max(y1, y2),
    }
  }

  const characters = Array.from({ length: library.FPDFText_CountChars(text) }, (_, index) => {
    const isAdded = library.FPDFText_IsGenerated(text, index) === 1
    const object = library.FPDFText_GetTextObject(text, index)
    if (object) objects.add(object)
    const code = library.FPDFText_GetUnicode(text, index)
    return {
      text: code === 0 ? '' : String.fromCodePoint(code),
      box: isAdded ? null : boxOf(index),
      isInvisible: object !== 0 && isInvisible(object),
      fontSize: library.FPDFText_GetFontSize(text, index),
      isUpright: Math.abs(Math.sin(library.FPDFText_GetCharAngle(text, index))) < 0.1,
    }
  })
  free(library, numbers)
  return characters
}

/** FPDF_ANNOT_*: what people write on a page. Links, form fields and the windows of comments are not. */
const COMMENTS = new Set([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
const WIDGET = 20

function carriedBy(library: WrappedPdfiumModule, document: number): CarriedParts {
  const comments: number[] = []
  const filledFields: number[] = []
  const pages = library.FPDF_GetPageCount(document)
  for (let number = 1; number <= pages; number++) {
    const page = library.FPDF_LoadPage(document, number - 1)
    if (!page) continue
    for (let index = 0; index < library.FPDFPage_GetAnnotCount(page); index++) {
      const annotation = library.FPDFPage_GetAnnot(page, index)
      const kind = library.FPDFAnnot_GetSubtype(annotation)
      if (COMMENTS.has(kind)) comments.push(number)
      if (kind === WIDGET && fieldValue(library, annotation)) filledFields.push(number)
      library.FPDFPage_CloseAnnot(annotation)
    }
    library.FPDF_ClosePage(page)
  }
  return {
    attachments: library.FPDFDoc_GetAttachmentCount(document),
    scripts: library.FPDFDoc_GetJavaScriptActionCount(document),
    revisions: library.FPDF_GetTrailerEnds(document, 0, 0),
    author: readText(library, (at, bytes) =>
      library.FPDF_GetMetaText(document, 'Author', at, bytes),
    ),
    comments,
    filledFields,
  }
}

const fieldValue = (library: WrappedPdfiumModule, annotation: number): string =>
  readText(library, (at, bytes) =>
    library.FPDFAnnot_GetStringValue(annotation, 'V', at, bytes),
  ).replace(/^Off$/, '')

/** @param read writes UTF-16 into so many bytes at most, and returns how many it takes */
function readText(
  library: WrappedPdfiumModule,
  read: (at: number, bytes: number) => number,
): string {
  const bytes = Math.min(read(0, 0), 4096)
  if (bytes <= 2) return ''
  const at = allocate(library, bytes)
  read(at, bytes)
  const text = library.pdfium.UTF16ToString(at)
  free(library, at)
  return text
}
