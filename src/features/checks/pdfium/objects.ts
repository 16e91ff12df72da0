import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Box, Note } from '../page-view.ts'
import { allocate, free, heapOf, readText } from './memory.ts'

/* What PDFium tells of the things on a page that are not its text. */

export interface OpenPage {
  library: WrappedPdfiumModule
  page: number
}

/** Corners of the page's own space, turned and cut as it is shown. */
export type ToDevice = (corners: [x1: number, y1: number, x2: number, y2: number]) => Box

/** FPDF_PAGEOBJ_FORM: a part that has objects of its own. */
const PART = 5
/** No page has parts within parts so deep. */
const DEEPEST = 8

/** What is drawn on the page besides its text. */
export function listUnlettered(
  { library, page }: OpenPage,
  lettered: ReadonlySet<number>,
): number[] {
  function inside(objects: readonly number[], depth: number): number[] {
    return objects.flatMap((object) => {
      if (lettered.has(object) || depth > DEEPEST) return []
      if (library.FPDFPageObj_GetType(object) !== PART) return object
      const count = library.FPDFFormObj_CountObjects(object)
      return inside(
        Array.from({ length: count }, (_, at) => library.FPDFFormObj_GetObject(object, at)),
        depth + 1,
      )
    })
  }
  const count = library.FPDFPage_CountObjects(page)
  return inside(
    Array.from({ length: count }, (_, at) => library.FPDFPage_GetObject(page, at)),
    0,
  )
}

/** FPDF_ANNOT_*: what people write on a page. Links, form fields and the windows of comments are not. */
const COMMENTS = new Set([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17])
const WIDGET = 20
const REDACT = 28

export function readNotes({ library, page }: OpenPage, toDevice: ToDevice): Note[] {
  return Array.from({ length: library.FPDFPage_GetAnnotCount(page) }, (_, index) => {
    const annotation = library.FPDFPage_GetAnnot(page, index)
    const subtype = library.FPDFAnnot_GetSubtype(annotation)
    const isField = subtype === WIDGET
    const text = readText(library, (at, bytes) =>
      library.FPDFAnnot_GetStringValue(annotation, isField ? 'V' : 'Contents', at, bytes),
    ).replace(/^Off$/, '')
    const at = allocate(library, 16)
    library.FPDFAnnot_GetRect(annotation, at)
    const corner = (place: number) => heapOf(library).getValue(at + 4 * place, 'float')
    const box = toDevice([corner(0), corner(1), corner(2), corner(3)])
    free(library, at)
    library.FPDFPage_CloseAnnot(annotation)
    const kind = isField ? 'field' : subtype === REDACT ? 'redaction' : 'comment'
    const counts = isField ? text !== '' : subtype === REDACT || COMMENTS.has(subtype)
    return counts ? [{ kind, text, box } as const] : []
  }).flat()
}
