import { Secret, TOTP } from 'otpauth'
import { create as createQrCode } from 'qrcode'
import { readableSecret } from '../passwords/passwords.ts'

/* Two-factor codes by RFC 6238: six digits, 30 seconds, SHA-1, which is what every authenticator app knows. */

const PERIOD_SECONDS = 30
/** A code is also taken one step early or late, for clocks that differ (RFC 6238, section 5.2). */
const WINDOW = 1
const RECOVERY_CODES = 10

/** 160 bits in base32. */
export function generateTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What an authenticator app reads from the QR code. */
export function totpAddress(secret: string, email: string, issuer: string): string {
  return createTotp(secret, email, issuer).toString()
}

/**
 * The 30-second step that the code belongs to, or undefined when it is wrong or out of time.
 * @param now milliseconds
 */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  const delta = createTotp(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null
    ? undefined
    : TOTP.counter({ period: PERIOD_SECONDS, timestamp: now }) + delta
}

function createTotp(secret: string, label = '', issuer = ''): TOTP {
  return new TOTP({
    label,
    issuer,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })
}

/** As typed, without the spaces and hyphens that make it readable. */
export function normalizeCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toLowerCase()
}

export function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

/** About 118 bits each: too many to try, so that a plain hash keeps them. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => readableSecret(6, 4))
}

export interface QrCode {
  /** Modules along one side, the quiet zone included. */
  size: number
  /** Of an SVG path: one unit square for each dark module. */
  path: string
}

const QUIET_ZONE = 4

export function qrCode(text: string): QrCode {
  const { modules } = createQrCode(text, { errorCorrectionLevel: 'M' })
  let path = ''
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`
    }
  }
  return { size: modules.size + 2 * QUIET_ZONE, path }
}
