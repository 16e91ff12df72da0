import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/*
 * PROMISES 29: who reads the database cannot make codes. AES-256-GCM with a key derived from SECRET_KEY for this alone,
 * bound to the account, so that a row moved to another account opens nothing (docs/decisions/039).
 */

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

const keyFrom = (secretKey: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, '', 'docket two-factor secret', 32))

/** @returns what administrators.totp_secret keeps */
export function sealTotp(secretKey: string, administratorId: number, secret: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyFrom(secretKey), iv)
  cipher.setAAD(Buffer.from(String(administratorId)))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @returns undefined for what another key, or another account's row, has sealed */
export function openTotp(
  secretKey: string,
  administratorId: number,
  sealed: string,
): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const iv = bytes.subarray(0, IV_BYTES)
    const decipher = createDecipheriv(ALGORITHM, keyFrom(secretKey), iv, {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(String(administratorId)))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return (
      decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') +
      decipher.final('utf8')
    )
  } catch {
    return undefined
  }
}
