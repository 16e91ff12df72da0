import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 bits, in characters that need no escaping in a URL (PROMISES 2). */
export const randomToken = () => randomBytes(32).toString('base64url')

/** Stored instead of a secret: enough to recognize it, not enough to use it. */
export const hashText = (text: string) => createHash('sha256').update(text).digest('hex')

/** `docket doctor` sends a nonce to /healthz; the answer proves that it is from this installation, and says which client it saw. */
export const DOCTOR_HEADERS = {
  nonce: 'x-docket-nonce',
  proof: 'x-docket-proof',
  seen: 'x-docket-seen',
}

/** A token that only this installation can create, bound to a subject and a purpose. */
export const sign = (secretKey: string, purpose: string, subject: string) =>
  createHmac('sha256', secretKey).update(`${purpose}\0${subject}`).digest('base64url')

export function isSame(expected: string, actual: string): boolean {
  const a = Buffer.from(expected)
  const b = Buffer.from(actual)
  return a.length === b.length && timingSafeEqual(a, b)
}
