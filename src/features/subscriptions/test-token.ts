import { isSame, sign } from '../../platform/http/signing.ts'

const PREFIX = 'test-'
const NAME_LENGTH = 22

/**
 * Stands in a message's unsubscribe link where the test recipient has no subscription (CONTRACT section 6). It needs no
 * row: it carries its own signature, so it keeps working when the test recipient is changed, and nobody can make one.
 */
export function testToken(secretKey: string, recipient: string): string {
  const name = sign(secretKey, 'test-recipient', recipient).slice(0, NAME_LENGTH)
  return `${PREFIX}${name}${sign(secretKey, 'test-unsubscribe', name)}`
}

export function isTestToken(secretKey: string, token: string): boolean {
  if (!token.startsWith(PREFIX)) return false
  const name = token.slice(PREFIX.length, PREFIX.length + NAME_LENGTH)
  const signature = token.slice(PREFIX.length + NAME_LENGTH)
  return isSame(sign(secretKey, 'test-unsubscribe', name), signature)
}
