/* PROMISES 4, ASVS 5.0 6.2: long, any characters, no composition rules, common ones refused. */

export const PASSWORD_LEAST = 15
export const PASSWORD_MOST = 128

/** The best score of zxcvbn. Any four words have more, and three common ones less. */
const LEAST_GUESSES = 1e10
/** Characters and ways to read `1` for `l` that are looked at: at most a tenth of a second, where 128 and 100 took one and a half. */
const LOOKED_AT = 40
const SUBSTITUTIONS = 16

/** What somebody would try on any site of this kind, and phrases that no list of single words holds. */
const KNOWN_WORDS = [
  'docket',
  'court',
  'administrator',
  'admin',
  'password',
  'welcome',
  'correcthorsebatterystaple',
  'thequickbrownfox',
  'tobeornottobe',
  'maytheforcebewithyou',
]

/**
 * What speaks against a new password, as a sentence, or undefined.
 * @param words what else somebody would try here: the own address, the case's name
 */
export async function passwordProblem(
  password: string,
  words: readonly string[],
): Promise<string | undefined> {
  const length = [...password].length
  if (length < PASSWORD_LEAST) {
    return `Use at least ${PASSWORD_LEAST} characters; several unrelated words are easy to remember. This has ${length}.`
  }
  if (length > PASSWORD_MOST) return `Use at most ${PASSWORD_MOST} characters. This has ${length}.`
  if (!password.isWellFormed()) return 'This contains invalid characters.'
  if (await isCommonPassword(password, words)) {
    return 'This password is too easy to guess: it is made of common words, sequences, repetitions, or the names of this account and case. Add unrelated words.'
  }
  return undefined
}

/** Whether few guesses find what is left of it without separators and the words that anybody would try here. */
export async function isCommonPassword(
  password: string,
  words: readonly string[] = [],
): Promise<boolean> {
  const known = [...KNOWN_WORDS, ...words.flatMap(wordsIn)].sort((a, b) => b.length - a.length)
  const plain = password.normalize('NFKC').replaceAll(/[\s\-_.,!]+/g, '')
  const rest = plain.replaceAll(new RegExp(known.join('|'), 'giu'), '')
  estimator ??= loadEstimator()
  return (await estimator).check(rest, known).guesses < LEAST_GUESSES
}

/** The parts of an address or a name that are long enough to be taken for a word: letters and digits only. */
function wordsIn(text: string): string[] {
  const parts = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return parts.filter((part) => part.length >= 4)
}

let estimator: ReturnType<typeof loadEstimator> | undefined

/** Only where a password is set: the word lists take 27 MB of memory and a moment. */
async function loadEstimator() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: LOOKED_AT,
    l33tMaxSubstitutions: SUBSTITUTIONS,
  })
}
