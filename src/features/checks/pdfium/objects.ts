import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Box, Note } from '../page-view.ts'
import { allocate, directOf, free, heapOf, readText } from './memory.ts'

/* What PDFium reads from a file and its pages besides their text. */

export interface OpenPage {
  library: WrappedPdfiumModule
  page: number
  /** Handle for reading its characters. */
  text: number
  /** Handle for drawing form fields. */
  form: number | undefined
}

/** Maps corners in page space to the page as displayed, rotated and cropped. */
export type ToDevice = (corners: [x1: number, y1: number, x2: number, y2: number]) => Box

/** FPDF_PAGEOBJ_FORM: an object that contains others. */
const FORM = 5
/** PDFium reads no deeper than 40. */
const MAX_DEPTH = 64
/** A page with more is not checked. */
const MAX_OBJECTS = 1_000_000

/** What is drawn on the page, also inside of forms. @throws if there are too many */
export function objectsOf(library: WrappedPdfiumModule, page: number): number[] {
  const pdfium = directOf(library)
  const objects: number[] = []
  function add(count: number, at: (index: number) => number, depth: number): void {
    for (let index = 0; index < count; index++) {
      const object = at(index)
      if (objects.length >= MAX_OBJECTS) throw new Error('the page has too many objects')
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

/** FPDF_ANNOT_*: annotations that people write, without links, form fields, and pop-up windows. */
const NOTES = new Set([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 28])
const KINDS: Partial<Record<number, 'file' | 'redaction'>> = { 17: 'file', 28: 'redaction' }
const WIDGET = 20
/** A page with more is not checked. */
const MAX_ANNOTATIONS = 5000
/** FPDF_FORMFIELD_COMBOBOX and _TEXTFIELD: if drawn in several places, the value is stored in the field, not the widget. */
const TYPED = new Set([4, 6])

export function readNotes({ library, page, form }: OpenPage, toDevice: ToDevice): Note[] {
  function typedIn(annotation: number): string {
    if (!form || !TYPED.has(library.FPDFAnnot_GetFormFieldType(form, annotation))) return ''
    return readText(library, (at, bytes) =>
      library.FPDFAnnot_GetFormFieldValue(form, annotation, at, bytes),
    )
  }

  const count = library.FPDFPage_GetAnnotCount(page)
  if (count > MAX_ANNOTATIONS) throw new Error('the page has too many annotations')
  return Array.from({ length: count }, (_, index) => {
    const annotation = library.FPDFPage_GetAnnot(page, index)
    const subtype = library.FPDFAnnot_GetSubtype(annotation)
    const isField = subtype === WIDGET
    const read = (key: string) =>
      readText(library, (at, bytes) =>
        library.FPDFAnnot_GetStringValue(annotation, key, at, bytes),
      ).replace(/^Off$/, '')
    const written = read(isField ? 'V' : 'Contents')
    const text = written || (isField ? typedIn(annotation) : '')
    const label = isField ? read('TU') : ''
    const at = allocate(library, 16)
    library.FPDFAnnot_GetRect(annotation, at)
    const corner = (place: number) => heapOf(library).getValue(at + 4 * place, 'float')
    const box = toDevice([corner(0), corner(1), corner(2), corner(3)])
    free(library, at)
    library.FPDFPage_CloseAnnot(annotation)
    const kind = isField ? 'field' : (KINDS[subtype] ?? 'comment')
    const counts = isField ? text !== '' : NOTES.has(subtype)
    return counts ? [{ kind, text, label, box } as const] : []
  }).flat()
}

/** Needed to draw form fields, which may cover words; undefined if the file has no form. */
export function openForm(library: WrappedPdfiumModule, document: number) {
  if (library.FPDF_GetFormType(document) <= 0) return undefined
  const info = library.PDFiumExt_OpenFormFillInfo()
  const handle = library.PDFiumExt_InitFormFillEnvironment(document, info)
  // Without the highlight that shows where to type.
  library.FPDF_SetFormFieldHighlightAlpha(handle, 0)
  return {
    handle,
    close(): void {
      library.PDFiumExt_ExitFormFillEnvironment(handle)
      library.PDFiumExt_CloseFormFillInfo(info)
    },
  }
}
