import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { EmbeddedText } from '../page-view.ts'
import { allocate, free, heapOf, objectsOf, readText } from './library.ts'

const SOURCES = { ActualText: 'replacements', Alt: 'descriptions', E: 'descriptions' } as const
/** Nobody needs more. */
const MAX_TEXTS = 5000

/**
 * PDFium reports `/ActualText` in place of the letters it stands for, but the page shows the letters, so it is removed.
 * @returns what the content of the page says instead of what it shows
 */
export function takeActualText(library: WrappedPdfiumModule, page: number) {
  const texts = new Map<string, Omit<EmbeddedText, 'page'>>()
  const length = allocate(library, 4)
  const read = (mark: number, key: string) =>
    readText(library, (at, bytes) => {
      const isText = library.FPDFPageObjMark_GetParamStringValue(mark, key, at, bytes, length)
      return isText ? heapOf(library).getValue(length, 'i32') : 0
    })
  objectsOf(library, page, (object) => {
    for (let index = library.FPDFPageObj_CountMarks(object) - 1; index >= 0; index--) {
      const mark = library.FPDFPageObj_GetMark(object, index)
      for (const [key, source] of Object.entries(SOURCES)) {
        const text = texts.size < MAX_TEXTS ? read(mark, key) : ''
        if (text !== '') texts.set(`${source} ${text}`, { source, text })
      }
      library.FPDFPageObjMark_RemoveParam(object, mark, 'ActualText')
    }
  })
  free(library, length)
  return [...texts.values()]
}
