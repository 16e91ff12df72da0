import { randomInt } from 'node:crypto'

/* PROMISES 4, ASVS 5.0 6.2: long, any characters, no composition rules, common ones refused. */

export const MIN_PASSWORD_LENGTH = 15
export const MAX_PASSWORD_LENGTH = 128

/** zxcvbn's top score. Any four words exceed it; three common words do not. */
const MIN_GUESSES = 1e10
/** Limits for zxcvbn on characters and on substitutions such as `1` for `l`: 0.1 s instead of 1.5 s at 128 and 100. */
const MAX_CHARACTERS_RATED = 40
const SUBSTITUTIONS = 16

const KNOWN_WORDS = ['docket', 'court', 'administrator', 'correcthorsebatterystaple']

/** @param words what else an attacker would try here: the account's address, the case's name */
export async function passwordProblem(password: string, words: readonly string[]) {
  const length = [...password].length
  if (length < MIN_PASSWORD_LENGTH) {
    return `Use at least ${MIN_PASSWORD_LENGTH} characters; several unrelated words are easy to remember. This one has ${length}.`
  }
  if (length > MAX_PASSWORD_LENGTH)
    return `Use at most ${MAX_PASSWORD_LENGTH} characters. This one has ${length}.`
  if (!password.isWellFormed()) return 'This contains invalid characters.'
  if (await isCommonPassword(password, words)) {
    return 'This password is too easy to guess: it is made of common words, sequences, repetitions, or the names of this account and case. Add unrelated words.'
  }
  return undefined
}

/** Separators are removed: attackers try word lists with and without them. */
export async function isCommonPassword(password: string, words: readonly string[] = []) {
  const guessable = [...KNOWN_WORDS, ...words.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))]
  estimator ??= loadEstimator()
  const plain = password.normalize('NFKC').replaceAll(/[\s\-_.,!]+/g, '')
  return (await estimator).check(plain, guessable).guesses < MIN_GUESSES
}

let estimator: ReturnType<typeof loadEstimator> | undefined

/** Loaded only when a password is set: the word lists take 27 MB of memory. */
async function loadEstimator() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: MAX_CHARACTERS_RATED,
    l33tMaxSubstitutions: SUBSTITUTIONS,
  })
}

/** Without easily confused characters; a little under 5 bits each. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A secret for people to copy or type, in groups: `k7xqm-a2vnp-…`. */
export function readableSecret(groups: number, groupSize: number): string {
  const character = () => ALPHABET.charAt(randomInt(ALPHABET.length))
  const group = () => Array.from({ length: groupSize }, character).join('')
  return Array.from({ length: groups }, group).join('-')
}

export const generatePassword = () => readableSecret(5, 5)
