/* As they appear in a header, stamp, or watermark: on their own, in capitals or title case, not in a sentence about sealing. */

const BESIDE =
  'CONFIDENTIAL|RESTRICTED(?: DOCUMENT)?|EX PARTE|IN CAMERA|TO BE|AND|FILED?|LODGED|SUBMITTED'
const LEGENDS = [
  /(?:\bconfidential\W+)?\bfiled (?:[\w,]+ ){0,4}under seal\b(?: (?:pursuant|subject) to .*)?/i,
  /(?:\b(?:highly )?(?:confidential|restricted)\W+)?\b(?:attorney|counsel|professional)s?['’]?s?['’]? eyes only\b/i,
  /\bhighly confidential\b/i,
  /\bconfidential\b[^.]{0,30}?\b(?:(?:pursuant|subject) to|under) (?:the |a |stipulated )*protective order\b/i,
  /(?<!\*)\*+ ?(?:sealed|under seal|restricted|ex parte) ?\*+/i,
  new RegExp(
    String.raw`^\W*(?:(?:${BESIDE})\W+)*(?:SEALED|UNDER SEAL|SUBJECT TO PROTECTIVE ORDER|(?<=RESTRICTED\W.{0,12})LEVEL \d)(?:\W+(?:${BESIDE}|DOCUMENT|SUBMISSION))*(?:\W*$| (?:BY|PER|PURSUANT TO) .*)`,
  ),
  /\bunredacted version of documents? sought to be (?:filed under seal|sealed)\b/i,
]
/** A line that quotes the words, or says that this is the public version. */
const TALK =
  /[“"][^”"]{0,40}\b(?:confidential|only|seal)\b|\b(?:confidential|only|seal)\W?[”"]|\b(?:redacted|public) version\b|\bformerly (?:filed )?(?:under seal|sealed)\b/i
const SMALL_WORDS = new Set(['under', 'to', 'the', 'a', 'of', 'pursuant', 'subject', 'only'])

/** `F I L E D U N D E R S E A L` */
const SPACED = /^(?:\S ){5,}\S$/
const WORD_ENDS = /(?<=FILED|LODGED|SUBMITTED)(?=UNDER)|(?<=UNDER)(?=SEAL)/g

export function findLegend(written: string): string | undefined {
  const line = SPACED.test(written) ? written.replaceAll(' ', '').replace(WORD_ENDS, ' ') : written
  const legends = LEGENDS.flatMap((legend) => legend.exec(line)?.[0] ?? [])
  return legends.find((words) => !TALK.test(line) && (isTitled(words) || isNearlyAll(words, line)))
}

const isNearlyAll = (words: string, line: string) => line.length <= words.length + 12

const isTitled = (words: string) =>
  words.split(/[\s*]+/).every((word) => SMALL_WORDS.has(word) || !/^\p{Ll}/u.test(word))

export function isLegendAlone(line: string): boolean {
  const words = findLegend(line)
  return words !== undefined && line === line.toUpperCase() && isNearlyAll(words, line)
}
