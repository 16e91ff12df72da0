/** How many words of a search are checked. */
const MOST_WORDS = 4
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Words of letters alone, long enough that one wrong letter leaves them recognizable. */
export function wordsToCorrect(typed: string): string[] {
  const words = typed.match(/(?<![\p{L}\p{N}])[a-z]{4,24}(?![\p{L}\p{N}])/giu)
  return [...new Set(words)].slice(0, MOST_WORDS)
}

/**
 * Every variant with two letters swapped, or one added, removed, or replaced: most typos are one of these. The first
 * letter is assumed to be right.
 */
export function correctionsOf(word: string): string[] {
  const typed = word.toLowerCase()
  const places = Array.from({ length: typed.length }, (_, at) => at + 1)
  const at = (start: number, length: number, put: string) =>
    typed.slice(0, start) + put + typed.slice(start + length)
  const letters = places.slice(0, -1)
  const made = [
    ...letters.slice(0, -1).map((i) => at(i, 2, `${typed[i + 1]}${typed[i]}`)),
    ...places.flatMap((i) => Array.from(LETTERS, (letter) => at(i, 0, letter))),
    ...letters.map((i) => at(i, 1, '')),
    ...letters.flatMap((i) => Array.from(LETTERS, (letter) => at(i, 1, letter))),
  ]
  return [...new Set(made)].filter((one) => one !== typed)
}

/** `Penhalow` becomes `Penhallow`, not `penhallow`. */
export function withCaseOf(typed: string, word: string): string {
  if (typed === typed.toUpperCase()) return word.toUpperCase()
  return typed[0] === typed[0]?.toUpperCase() ? word.charAt(0).toUpperCase() + word.slice(1) : word
}
