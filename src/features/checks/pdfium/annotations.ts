import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Note } from '../page-view.ts'
import { deviceOf } from './characters.ts'
import { allocate, type FourNumbers, free, heapOf, type OpenPage, readText } from './library.ts'

/* Annotations: comments, form fields, text boxes, stamps. */

/** FPDF_ANNOT_*: annotations that people write, without links, form fields, and pop-up windows. */
const NOTES = new Set([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 28])
const KINDS: Partial<Record<number, 'file' | 'redaction'>> = { 17: 'file', 28: 'redaction' }
const FREE_TEXT = 3
/** Comments and attached files show as an icon, which a viewer can move off the words below. */
const WITH_ICON = new Set([1, 17])
/** Points. Anything larger is no icon. */
const MAX_ICON = 40
const WIDGET = 20
/** FreeText, stamps, and form fields: those that show words. */
const WORDED = new Set([FREE_TEXT, 13, WIDGET])
/** A page with more is not checked. */
const MAX_ANNOTATIONS = 5000
/** FPDF_FORMFIELD_COMBOBOX and _TEXTFIELD: if drawn in several places, the value is stored in the field, not the widget. */
const TYPED = new Set([4, 6])

/** FPDF_ANNOT_FLAG_HIDDEN, _NOVIEW; FLATTEN_SUCCESS */
const HIDDEN = 0x02
const NO_VIEW = 0x20
const FLATTENED = 1

/**
 * Makes text boxes and form fields that one can see part of the page as it is read, though not of the file: what they say may
 * be covered, like anything else. @returns whether the page must be loaded again
 */
export function mergeTextBoxes(library: WrappedPdfiumModule, page: number): boolean {
  let hasWords = false
  for (let index = library.FPDFPage_GetAnnotCount(page) - 1; index >= 0; index--) {
    const annotation = library.FPDFPage_GetAnnot(page, index)
    const subtype = library.FPDFAnnot_GetSubtype(annotation)
    hasWords ||= WORDED.has(subtype)
    // Some programs leave it to the viewer to draw a text box, whose background may cover words.
    if (subtype === FREE_TEXT && !library.FPDFAnnot_HasKey(annotation, 'AP')) {
      library.EPDFAnnot_GenerateAppearance(annotation)
    }
    // PDFium would show what is only printed, and what is in a hidden layer.
    const flags = library.FPDFAnnot_GetFlags(annotation)
    const isIcon = WITH_ICON.has(subtype) && isSmall(rectOf(library, annotation))
    if (flags & NO_VIEW || isIcon) library.FPDFAnnot_SetFlags(annotation, flags | HIDDEN)
    const isInLayer = library.FPDFAnnot_HasKey(annotation, 'OC')
    library.FPDFPage_CloseAnnot(annotation)
    if (isInLayer) return false
  }
  return hasWords && library.FPDFPage_Flatten(page, 0) === FLATTENED
}

function rectOf(library: WrappedPdfiumModule, annotation: number): FourNumbers {
  const at = allocate(library, 16)
  library.FPDFAnnot_GetRect(annotation, at)
  const corner = (place: number) => heapOf(library).getValue(at + 4 * place, 'float')
  const rect: FourNumbers = [corner(0), corner(1), corner(2), corner(3)]
  free(library, at)
  return rect
}

const isSmall = ([x1, y1, x2, y2]: FourNumbers) =>
  Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) < MAX_ICON

export function readNotes({ library, page, form }: Omit<OpenPage, 'text'>): Note[] {
  const toDevice = deviceOf({ library, page })
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
    const box = toDevice(rectOf(library, annotation))
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
