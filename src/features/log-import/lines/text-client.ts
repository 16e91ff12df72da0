import { isIP } from 'node:net'

const NAME = /^[a-z0-9_][a-z0-9_.-]*$/i
const DIGITS_AND_DOTS = /^[\d.]+$/

/**
 * The client among the words before the time: `client ident user`, or with a vhost before them. It is the first
 * address; where the server logged names instead, the first of three words or the second of more.
 *
 * @returns undefined where no word can be a client: the line's beginning is missing
 */
export function pickClient(before: string): string | undefined {
  const words = before.trimEnd().split(' ')
  const address = words.find((word) => isIP(word) > 0)
  if (address !== undefined) return address
  if (words.length < 3) return undefined
  const name = words[words.length === 3 || words[1] === '-' ? 0 : 1] ?? ''
  const isPartOfAddress = DIGITS_AND_DOTS.test(name)
  return NAME.test(name) && !isPartOfAddress ? name : undefined
}
