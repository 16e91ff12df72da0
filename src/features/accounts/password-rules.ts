import { COMMON_WORDS } from './common-passwords.ts'

/* PROMISES 4, ASVS 5.0 6.2: long, any characters, no composition rules, common ones refused. */

export const PASSWORD_LEAST = 15
export const PASSWORD_MOST = 128

/** Fewer characters than this beside what anybody would guess, and the password is common. */
const LEAST_UNGUESSED = 6
const LEAST_DISTINCT = 5

/**
 * What speaks against a new password, as a sentence, or undefined.
 * @param words what else somebody would try here: the own address, the case's name
 */
export function passwordProblem(password: string, words: readonly string[]): string | undefined {
  const length = [...password].length
  if (length < PASSWORD_LEAST) {
    return `Use at least ${PASSWORD_LEAST} characters; several unrelated words are easy to remember. This has ${length}.`
  }
  if (length > PASSWORD_MOST) return `Use at most ${PASSWORD_MOST} characters. This has ${length}.`
  if (!password.isWellFormed()) return 'This has characters that are no text.'
  if (isCommonPassword(password, words)) {
    return 'This password is too easy to guess: it is made of common words, sequences, repetitions, or the names of this account and case. Add unrelated words.'
  }
  return undefined
}

/** Whether little remains of the password once everything that a guesser tries first is taken out of it. */
export function isCommonPassword(password: string, words: readonly string[] = []): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (new Set(plain).size < LEAST_DISTINCT || isRepetition(plain)) return true
  const guesses = [...COMMON_WORDS, ...words.flatMap(namesIn)].sort((a, b) => b.length - a.length)
  const beside = countOddSymbols(plain)
  return [plain, withoutLeet(plain)].some(
    (form) => countUnguessed(form.replaceAll(SEPARATOR, ''), guesses) + beside < LEAST_UNGUESSED,
  )
}

/** What is put between words, and at their ends to please a rule. */
const SEPARATOR = /[\s!-/:-@[-`{-~]/g

/** One or two kinds of symbols are decoration; more of them are not. */
function countOddSymbols(text: string): number {
  const symbols = new Set(text.match(SEPARATOR)?.filter((symbol) => symbol.trim() !== ''))
  return Math.max(0, symbols.size - 2)
}

/** `abcabcab`: the same again and again, whole or cut off. */
function isRepetition(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text === text.slice(0, period).repeat(text.length).slice(0, text.length)) return true
  }
  return false
}

/** The parts of an address or a name that are long enough to be taken for a word. */
function namesIn(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 3)
}

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

function withoutLeet(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (character) => LEET[character] ?? character)
}

function countUnguessed(text: string, guesses: readonly string[]): number {
  let count = 0
  let at = 0
  while (at < text.length) {
    const guessed = lengthGuessedAt(text, at, guesses)
    if (guessed === 0) count += 1
    at += Math.max(1, guessed)
  }
  return count
}

function lengthGuessedAt(text: string, at: number, guesses: readonly string[]): number {
  const word = guesses.find((guess) => text.startsWith(guess, at))?.length ?? 0
  const year = /^(19|20)\d\d/.test(text.slice(at)) ? 4 : 0
  return Math.max(word, year, runAt(text, at, 3, isStep), runAt(text, at, 4, areNeighbours))
}

type Follows = (a: string, b: string) => boolean

/** How far the text goes on from `at` in the way of `follows`; 0 when that is too short to be called a run. */
function runAt(text: string, at: number, least: number, follows: Follows): number {
  let end = at + 1
  while (end < text.length && follows(text.charAt(end - 1), text.charAt(end))) end += 1
  return end - at >= least ? end - at : 0
}

/** `aa`, `ab`, `21`, and `90` */
function isStep(a: string, b: string): boolean {
  return Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) <= 1 || a + b === '90' || a + b === '09'
}

const KEYBOARD = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Beside, above or below each other on the keyboard, so that `1qaz2wsx` is as much a walk as `qwerty`. */
function areNeighbours(a: string, b: string): boolean {
  const from = positionOf(a)
  const to = positionOf(b)
  if (!from || !to) return false
  return Math.abs(from.row - to.row) <= 1 && Math.abs(from.column - to.column) <= 1
}

function positionOf(key: string): { row: number; column: number } | undefined {
  const row = KEYBOARD.findIndex((keys) => keys.includes(key))
  return row < 0 ? undefined : { row, column: KEYBOARD[row]?.indexOf(key) ?? 0 }
}
