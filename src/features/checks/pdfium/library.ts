import { readFileSync } from 'node:fs'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

/* PDFium, compiled to WebAssembly, and its memory. Only the inspection process runs it (docs/decisions/044). */

const wasm = readFileSync(new URL(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
export const pdfium = await init({ wasmBinary: new Uint8Array(wasm).buffer })
pdfium.PDFiumExt_Init()

/** Its memory, which the package's types leave out. */
export const heap = pdfium.pdfium as WrappedPdfiumModule['pdfium'] & { HEAPU8: Uint8Array }

/** Its functions without the package's wrappers, which take half of the time spent on a character; numbers only. */
export const direct = heap.wasmExports as unknown as WrappedPdfiumModule

export const { malloc, free } = heap.wasmExports

export type FourNumbers = [number, number, number, number]

const first = malloc(4 * 8)
/** Where PDFium writes up to four numbers, or a structure of them at the first; to be read before its next call. */
export const places = [0, 8, 16, 24].map((at) => first + at) as FourNumbers

export const readPlaces = (type: 'double' | 'float' | 'i32') =>
  places.map((at) => heap.getValue(at, type)) as FourNumbers

export const readFloats = () =>
  [0, 4, 8, 12].map((at) => heap.getValue(first + at, 'float')) as FourNumbers

/** Longer texts count as empty. */
const MAX_TEXT_BYTES = 1024 * 1024

/** @param read writes UTF-16 if it needs no more than that many bytes, and returns how many it needs */
export function readText(read: (at: number, bytes: number) => number): string {
  const bytes = read(0, 0)
  if (bytes <= 2 || bytes > MAX_TEXT_BYTES) return ''
  const at = malloc(bytes)
  read(at, bytes)
  const text = heap.UTF16ToString(at)
  free(at)
  return text
}
