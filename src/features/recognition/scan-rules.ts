import { readStamps } from '../checks/stamp-rules.ts'

/** A slip sheet says `Exhibit A`; a page with more words than this has its own text. */
const FEW_WORDS = 3

/** Whether a page has next to no text apart from the court's stamp, which is printed on scans, too. */
export function isScanned(text: string): boolean {
  const own = text.split('\n').filter((line) => readStamps(line).length === 0)
  // Numbers do not count: they are page numbers and Bates stamps.
  const words = own.join('\n').match(/\p{L}{2,}/gu) ?? []
  return words.length <= FEW_WORDS
}
