import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 bits, in characters that need no escaping in a URL (PROMISES 2). */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a secret: enough to know it again, not enough to use it. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A token that only this installation can make, bound to `subject` and to one purpose. */
export function sign(secretKey: string, purpose: string, subject: string): string {
  return createHmac('sha256', secretKey).update(`${purpose}\0${subject}`).digest('base64url')
}

export function isSame(expected: string, given: string): boolean {
  const a = Buffer.from(expected)
  const b = Buffer.from(given)
  return a.length === b.length && timingSafeEqual(a, b)
}
