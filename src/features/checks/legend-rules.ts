/*
 * Words that keep a filing from the public, as a header, a stamp or a watermark has them: by themselves, in capitals or
 * title case. A sentence that talks of sealing is none.
 */

const LEGENDS = [
  /\bfiled (?:\w+ )?under seal\b/i,
  /\b(?:outside )?(?:attorney|counsel)s?['’]?s?['’]? eyes only\b/i,
  /\bhighly confidential\b/i,
  /\bconfidential\b[^.]{0,30}?\b(?:pursuant|subject) to (?:the |a |stipulated )*protective order\b/i,
  /\*+ ?(?:sealed|under seal) ?\*+/i,
]
const SMALL_WORDS = new Set(['under', 'to', 'the', 'a', 'of', 'pursuant', 'subject', 'only'])

/** @returns the words; undefined where the line has none, or talks of them */
export function findLegend(line: string): string | undefined {
  const found = LEGENDS.flatMap((legend) => legend.exec(line)?.[0] ?? [])
  return found.find((words) => isTitled(words) || isNearlyAll(words, line))
}

const isNearlyAll = (words: string, line: string) => line.length <= words.length + 12

const isTitled = (words: string) =>
  words.split(/[\s*]+/).every((word) => SMALL_WORDS.has(word) || !/^\p{Ll}/u.test(word))

/** A line that has the legend and next to nothing else. */
export function isLegendAlone(line: string): boolean {
  const words = findLegend(line)
  return words !== undefined && line === line.toUpperCase() && isNearlyAll(words, line)
}
