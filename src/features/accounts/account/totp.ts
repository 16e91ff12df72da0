import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { toString as draw } from 'qrcode'
import { readableSecret } from '../passwords/passwords.ts'

/* Two-factor codes (RFC 6238): six digits, 30 seconds, SHA-1, which every authenticator app supports. */

const PERIOD_SECONDS = 30
/** Codes one step early or late are accepted, since clocks differ (RFC 6238, section 5.2). */
const WINDOW = 1

export const generateTotpSecret = () => new Secret({ size: 20 }).base32

export const isTotpSecret = (text: string) => /^[A-Z2-7]{32}$/.test(text)

export const totpUri = (secret: string, label: string, issuer: string) =>
  createTotp({ secret, label, issuer }).toString()

/** @returns the 30-second step that the code belongs to, or undefined when it is wrong or expired */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  const delta = createTotp({ secret }).validate({ token: code, timestamp: now, window: WINDOW })
  if (delta === null) return undefined
  return TOTP.counter({ period: PERIOD_SECONDS, timestamp: now }) + delta
}

function createTotp({ secret, ...named }: { secret: string; label?: string; issuer?: string }) {
  const rules = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS }
  return new TOTP({ ...named, ...rules, secret: Secret.fromBase32(secret) })
}

/** Without what makes a code readable. */
export const normalizeCode = (typed: string) => typed.replaceAll(/[\s-]/g, '').toLowerCase()

export const isTotpCode = (code: string) => /^\d{6}$/.test(code)

/** About 118 bits each: too many to guess, so a plain hash is enough to store them. */
export const generateRecoveryCodes = () => Array.from({ length: 10 }, () => readableSecret(6, 4))

/** SVG: dark on white, the only kind phones read reliably, and without a style attribute (PROMISES 9). */
export const drawQrCode = (text: string): Promise<string> => draw(text, { type: 'svg' })

/*
 * PROMISES 29: reading the database is not enough to make codes. AES-256-GCM with a key derived from SECRET_KEY for this
 * purpose only, bound to the account, so that a row copied to another account cannot be opened (docs/decisions/039).
 */

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

const keyFrom = (secretKey: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, '', 'docket two-factor secret', 32))

export function sealTotp(secretKey: string, administratorId: number, secret: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyFrom(secretKey), iv)
  cipher.setAAD(Buffer.from(String(administratorId)))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @returns undefined if it was sealed with another key or for another account */
export function openTotp(secretKey: string, administratorId: number, sealed: string) {
  const bytes = Buffer.from(sealed, 'base64url')
  const [iv, rest] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)]
  try {
    const key = keyFrom(secretKey)
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(String(administratorId)))
    decipher.setAuthTag(rest.subarray(0, TAG_BYTES))
    const secret = decipher.update(rest.subarray(TAG_BYTES), undefined, 'utf8')
    return secret + decipher.final('utf8')
  } catch {
    return undefined
  }
}
