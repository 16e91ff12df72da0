import { hash, verify } from '@node-rs/argon2'

/** PROMISES 4: Argon2id (the library's default) with OWASP's parameters; memory in KiB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Verified in place of an account that does not exist, so that the answer takes as long (PROMISES 5).
 * Made of random bytes that nobody kept, with the parameters above; a test compares them.
 */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$izzjRc6newesvOWlbulnAQ$dqO5bmJVQ6klJxfxM6DHumsIu3/ftRMEtdV5/beplug'

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), PARAMETERS)
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password.normalize('NFC'))
}
