import type { EmbeddedText } from '../page-view.ts'
import { objectsOf, pdfium, places, readPlaces, readText } from './library.ts'

const SOURCES = { ActualText: 'replacements', Alt: 'descriptions', E: 'descriptions' } as const
const MAX_TEXTS = 5000

/** PDFium would report `/ActualText` in place of the letters that the page shows, so it is removed from the page. */
export function takeActualText(page: number) {
  const texts = new Map<string, Omit<EmbeddedText, 'page'>>()
  const read = (mark: number, key: string) =>
    readText((at, bytes) => {
      const isText = pdfium.FPDFPageObjMark_GetParamStringValue(mark, key, at, bytes, places[0])
      return isText ? readPlaces('i32')[0] : 0
    })
  for (const object of objectsOf(page)) {
    for (let index = pdfium.FPDFPageObj_CountMarks(object) - 1; index >= 0; index--) {
      const mark = pdfium.FPDFPageObj_GetMark(object, index)
      for (const [key, source] of Object.entries(SOURCES)) {
        const text = texts.size < MAX_TEXTS ? read(mark, key) : ''
        if (text !== '') texts.set(`${source} ${text}`, { source, text })
      }
      pdfium.FPDFPageObjMark_RemoveParam(object, mark, 'ActualText')
    }
  }
  return [...texts.values()]
}
