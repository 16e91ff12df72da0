import { randomInt } from 'node:crypto'

/** Without the characters that are mistaken for each other: a little under 5 bits each. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A secret for people to copy or type, in groups: `k7xqm-a2vnp-…`. */
export function readableSecret(groups: number, groupSize: number): string {
  const character = () => ALPHABET.charAt(randomInt(ALPHABET.length))
  const group = () => Array.from({ length: groupSize }, character).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** About 124 bits. */
export const generatePassword = () => readableSecret(5, 5)
