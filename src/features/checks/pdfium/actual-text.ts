import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { objectsOf } from './objects.ts'

const TEXT = 1

/** PDFium reports `/ActualText` in place of the letters it stands for. What the page shows are the letters. */
export function ignoreActualText(library: WrappedPdfiumModule, page: number): void {
  for (const object of objectsOf(library, page)) {
    if (library.FPDFPageObj_GetType(object) !== TEXT) continue
    for (let index = library.FPDFPageObj_CountMarks(object) - 1; index >= 0; index--) {
      const mark = library.FPDFPageObj_GetMark(object, index)
      library.FPDFPageObjMark_RemoveParam(object, mark, 'ActualText')
    }
  }
}
