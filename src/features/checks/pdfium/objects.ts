import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Box } from '../page-view.ts'
import { directOf } from './memory.ts'

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
