import { readFileSync } from 'node:fs'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

/* PDFium, compiled to WebAssembly, and its memory. Only the inspection process runs it (docs/decisions/044). */

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
