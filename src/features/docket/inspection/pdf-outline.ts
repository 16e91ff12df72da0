import type { FileEnds } from './file-ends.ts'

/** Readers look for the header this far: mail gateways and old Macs put a few bytes before it (PDF 1.7, annex H.3). */
const HEADER_WITHIN = 1024

export function hasPdfHeader({ head }: FileEnds): boolean {
  return head.subarray(0, HEADER_WITHIN).includes('%PDF-')
}

/**
 * Whether the end of the PDF is missing. Readers rebuild such a file from what is left and show some of its pages, so
 * that parsing alone would publish half a filing; the last lines have to be there (PDF 1.7, 7.5.5).
 */
export function isCutOff({ head, tail, byteSize }: FileEnds): boolean {
  const end = tail.toString('latin1')
  const marker = end.lastIndexOf('%%EOF')
  const start = end.lastIndexOf('startxref', marker)
  if (marker < 0 || start < 0) return true

  const offset = /^startxref\s*(\d{1,15})/.exec(end.slice(start, marker))?.[1]
  if (offset === undefined || Number(offset) > byteSize) return true
  // A linearized PDF has such lines near its beginning too, with offset 0; its real ones are at its end (annex F.3).
  if (Number(offset) === 0 && head.includes('/Linearized')) return true
  return hasObjects(end.slice(marker))
}

/** Objects after the last marker belong to a change appended later, whose own end is missing (7.5.6). */
function hasObjects(afterMarker: string): boolean {
  return /\s\d{1,10} \d{1,5} o(?:b(?:j|$)|$)/.test(afterMarker)
}
