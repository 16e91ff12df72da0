import type { Note } from '../page-view.ts'
import { deviceOf } from './characters.ts'
import { type FourNumbers, pdfium, places, readFloats, readText } from './library.ts'
import type { OpenPage } from './page-objects.ts'

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

/** Makes visible text boxes and fields part of the page, not of the file. @returns whether it must be loaded again */
export function mergeTextBoxes(page: number): boolean {
  let hasWords = false
  for (let index = pdfium.FPDFPage_GetAnnotCount(page) - 1; index >= 0; index--) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    const subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
    hasWords ||= WORDED.has(subtype)
    // Some programs leave it to the viewer to draw a text box, whose background may cover words.
    if (subtype === FREE_TEXT && !pdfium.FPDFAnnot_HasKey(annotation, 'AP')) {
      pdfium.EPDFAnnot_GenerateAppearance(annotation)
    }
    // PDFium would show what is only printed, and what is in a hidden layer.
    const flags = pdfium.FPDFAnnot_GetFlags(annotation)
    const isIcon = WITH_ICON.has(subtype) && isSmall(rectOf(annotation))
    if (flags & NO_VIEW || isIcon) pdfium.FPDFAnnot_SetFlags(annotation, flags | HIDDEN)
    const isInLayer = pdfium.FPDFAnnot_HasKey(annotation, 'OC')
    pdfium.FPDFPage_CloseAnnot(annotation)
    if (isInLayer) return false
  }
  return hasWords && pdfium.FPDFPage_Flatten(page, 0) === FLATTENED
}

function rectOf(annotation: number): FourNumbers {
  pdfium.FPDFAnnot_GetRect(annotation, places[0])
  return readFloats()
}

const isSmall = ([x1, y1, x2, y2]: FourNumbers) =>
  Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) < MAX_ICON

export function readNotes({ page, form }: Omit<OpenPage, 'text'>): Note[] {
  const toDevice = deviceOf(page)
  function typedIn(annotation: number): string {
    if (!form || !TYPED.has(pdfium.FPDFAnnot_GetFormFieldType(form, annotation))) return ''
    return readText((at, bytes) => pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, at, bytes))
  }

  const count = pdfium.FPDFPage_GetAnnotCount(page)
  if (count > MAX_ANNOTATIONS) throw new Error('the page has too many annotations')
  return Array.from({ length: count }, (_, index) => {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    const subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
    const isField = subtype === WIDGET
    const read = (key: string) =>
      readText((at, bytes) => pdfium.FPDFAnnot_GetStringValue(annotation, key, at, bytes))
    const written = read(isField ? 'V' : 'Contents')
    const text = written || (isField ? typedIn(annotation) : '')
    const label = isField ? read('TU') : ''
    const box = toDevice(rectOf(annotation))
    pdfium.FPDFPage_CloseAnnot(annotation)
    const kind = isField ? 'field' : (KINDS[subtype] ?? 'comment')
    const counts = isField ? text !== '' : NOTES.has(subtype)
    return counts ? [{ kind, text, label, box } as const] : []
  }).flat()
}

/** Needed to draw form fields, which may cover words; undefined if the file has no form. */
export function openForm(document: number) {
  if (pdfium.FPDF_GetFormType(document) <= 0) return undefined
  const info = pdfium.PDFiumExt_OpenFormFillInfo()
  const handle = pdfium.PDFiumExt_InitFormFillEnvironment(document, info)
  pdfium.FPDF_SetFormFieldHighlightAlpha(handle, 0)
  return {
    handle,
    close(): void {
      pdfium.PDFiumExt_ExitFormFillEnvironment(handle)
      pdfium.PDFiumExt_CloseFormFillInfo(info)
    },
  }
}
