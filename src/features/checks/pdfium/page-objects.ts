import { direct } from './library.ts'

/** PDFium's handles; `text` reads the page's characters, and `form` draws its fields. */
export interface OpenPage {
  page: number
  text: number
  form: number | undefined
}

/** FPDF_PAGEOBJ_FORM: an object that contains others. */
const FORM = 5
export const isForm = (object: number) => direct.FPDFPageObj_GetType(object) === FORM

/** A page with more is not checked. */
const MAX_OBJECTS = 1_000_000

/** What is drawn on the page: its objects, also those inside of forms. @throws if there are too many */
export function objectsOf(page: number): number[] {
  const objects: number[] = []
  function add(count: number, at: (index: number) => number): void {
    for (let index = 0; index < count; index++) {
      if (objects.length >= MAX_OBJECTS) throw new Error('the page has too many objects')
      const object = at(index)
      objects.push(object)
      if (!isForm(object)) continue
      const inside = direct.FPDFFormObj_CountObjects(object)
      add(inside, (part) => direct.FPDFFormObj_GetObject(object, part))
    }
  }
  add(direct.FPDFPage_CountObjects(page), (index) => direct.FPDFPage_GetObject(page, index))
  return objects
}
