import { readStamps } from '../checks/stamp-rules.ts'

/** A slip sheet says `Exhibit A`; a page with more words than this has its own text. */
const FEW_WORDS = 3
/** Page numbers and Bates stamps; a page with more has figures of its own. */
const FEW_NUMBERS = 10

/** Whether a page has next to no text apart from the court's stamp, which is printed on scans, too. */
export function isScanned(text: string): boolean {
  const own = text.split('\n').filter((line) => readStamps(line).length === 0)
  const count = (pattern: RegExp) => own.join('\n').match(pattern)?.length ?? 0
  // Recognition knows no other script, and would replace what is written by what only looks like it.
  const isForeign = count(/(?!\p{Script=Latin})\p{L}/gu) > FEW_WORDS
  return !isForeign && count(/\p{L}{2,}/gu) <= FEW_WORDS && count(/\d+/g) <= FEW_NUMBERS
}
