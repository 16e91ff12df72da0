import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 bits, in characters that need no escaping in a URL (PROMISES 2). */
export const randomToken = () => randomBytes(32).toString('base64url')

/** What the database keeps of a secret: enough to know it again, not enough to use it. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A token that only this installation can make, bound to `subject` and to one purpose. */
export const sign = (secretKey: string, purpose: string, subject: string) =>
  createHmac('sha256', secretKey).update(`${purpose}\0${subject}`).digest('base64url')

export function isSame(expected: string, given: string): boolean {
  const a = Buffer.from(expected)
  const b = Buffer.from(given)
  return a.length === b.length && timingSafeEqual(a, b)
}
