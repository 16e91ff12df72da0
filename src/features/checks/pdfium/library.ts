import { readFileSync } from 'node:fs'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Box } from '../page-view.ts'

/* PDFium, compiled to WebAssembly, its memory, and a page's objects. Only the inspection process runs it (docs/decisions/044). */

let loading: Promise<WrappedPdfiumModule> | undefined

export function loadPdfium(): Promise<WrappedPdfiumModule> {
  loading ??= (async () => {
    const wasm = readFileSync(new URL(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
    const library = await init({ wasmBinary: new Uint8Array(wasm).buffer })
    library.PDFiumExt_Init()
    return library
  })()
  return loading
}

/** Its memory, which the package's types leave out. */
export const heapOf = (library: WrappedPdfiumModule) =>
  library.pdfium as WrappedPdfiumModule['pdfium'] & { HEAPU8: Uint8Array }

/** Its exported functions without the package's wrappers, which take half of the time spent on a character. */
export const directOf = (library: WrappedPdfiumModule) =>
  library.pdfium.wasmExports as unknown as WrappedPdfiumModule

export const allocate = (library: WrappedPdfiumModule, bytes: number): number =>
  library.pdfium.wasmExports.malloc(bytes)

export const free = (library: WrappedPdfiumModule, at: number): void =>
  library.pdfium.wasmExports.free(at)

/** Longer texts count as empty. */
const MAX_TEXT_BYTES = 1024 * 1024

/** @param read writes UTF-16 if it needs no more than that many bytes, and returns how many it needs */
export function readText(
  library: WrappedPdfiumModule,
  read: (at: number, bytes: number) => number,
): string {
  const bytes = read(0, 0)
  if (bytes <= 2 || bytes > MAX_TEXT_BYTES) return ''
  const at = allocate(library, bytes)
  read(at, bytes)
  const text = library.pdfium.UTF16ToString(at)
  free(library, at)
  return text
}

export interface OpenPage {
  library: WrappedPdfiumModule
  page: number
  /** Handle for reading its characters. */
  text: number
  /** Handle for drawing form fields. */
  form: number | undefined
}

export type FourNumbers = [number, number, number, number]

/** Maps corners (x1, y1, x2, y2) in page space to the page as displayed, rotated and cropped. */
export type ToDevice = (corners: FourNumbers) => Box

/** FPDF_PAGEOBJ_FORM: an object that contains others. */
const FORM = 5
/** PDFium reads no deeper than 40. */
const MAX_DEPTH = 64
/** A page with more is not checked. */
const MAX_OBJECTS = 1_000_000

/** What is drawn on the page, also inside of forms. @param visit is called for forms, too @throws if there are too many */
export function objectsOf(
  library: WrappedPdfiumModule,
  page: number,
  visit: (object: number) => void = () => {},
): number[] {
  const pdfium = directOf(library)
  const objects: number[] = []
  function add(count: number, at: (index: number) => number, depth: number): void {
    for (let index = 0; index < count; index++) {
      const object = at(index)
      if (objects.length >= MAX_OBJECTS) throw new Error('the page has too many objects')
      visit(object)
      if (pdfium.FPDFPageObj_GetType(object) !== FORM || depth > MAX_DEPTH) objects.push(object)
      else {
        const inside = pdfium.FPDFFormObj_CountObjects(object)
        add(inside, (part) => pdfium.FPDFFormObj_GetObject(object, part), depth + 1)
      }
    }
  }
  const count = pdfium.FPDFPage_CountObjects(page)
  add(count, (index) => pdfium.FPDFPage_GetObject(page, index), 0)
  return objects
}
