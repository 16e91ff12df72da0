import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { MAX_PASSWORD_LENGTH } from './passwords.ts'

/* Passwords are stored as PHC strings: `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`, in base64 without padding. */

/** OWASP's parameters (PROMISES 4); the memory in KiB. */
const COST = { memory: 19_456, passes: 2 }
const PARALLELISM = 1
const SALT_BYTES = 16
const HASH_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/

const deriveKey = promisify(argon2)

/** In Unicode's composed form: keyboards differ. */
const derive = (password: string, salt: Buffer, { memory, passes }: typeof COST) =>
  deriveKey('argon2id', {
    message: password.normalize('NFC'),
    nonce: salt,
    parallelism: PARALLELISM,
    tagLength: HASH_BYTES,
    memory,
    passes,
  })

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** @param cost lower only in tests */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, cost)
  const parameters = `m=${cost.memory},t=${cost.passes},p=${PARALLELISM}`
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(hash)}`
}

/** Takes just as long for one that is too long, of which nothing is hashed. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const [, memory, passes, salt = '', hash = ''] = PHC.exec(stored) ?? []
  const expected = Buffer.from(hash, 'base64')
  if (expected.length !== HASH_BYTES) return false
  const isPossible = [...password].length <= MAX_PASSWORD_LENGTH
  const cost = { memory: Number(memory), passes: Number(passes) }
  const derived = await derive(isPossible ? password : '', Buffer.from(salt, 'base64'), cost)
  return timingSafeEqual(derived, expected) && isPossible
}

/** Hash of discarded random bytes, verified when there is no account, so that it takes just as long (PROMISES 5). */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$izzjRc6newesvOWlbulnAQ$dqO5bmJVQ6klJxfxM6DHumsIu3/ftRMEtdV5/beplug'
