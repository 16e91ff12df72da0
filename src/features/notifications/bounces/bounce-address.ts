import { isSame, sign } from '../../../platform/http/signing.ts'
import { escapePattern } from '../../../shared/clean-text.ts'

/** 128 bits in hex, which survives servers that change the case. */
const MAC_LENGTH = 32
/** A report is about one message; this only bounds the work. */
const MAX_TOKENS = 20

/**
 * The envelope sender to which bounces return: `bounce+TOKEN@…`, one per delivery (VERP).
 * @param address MAIL_BOUNCE_ADDRESS, such as `bounce@docket.example.com`
 */
export function createBounceAddresses(secretKey: string, address: string) {
  const [local = '', domain = ''] = address.split('@')
  const pattern = new RegExp(
    `${escapePattern(local)}\\+([0-9a-z]{1,12})-([0-9a-f]{${MAC_LENGTH}})@${escapePattern(domain)}`,
    'gi',
  )
  const macOf = (id: string) =>
    Buffer.from(sign(secretKey, 'bounce', id), 'base64url').toString('hex', 0, MAC_LENGTH / 2)

  return {
    addressOf(deliveryId: number): string {
      const id = deliveryId.toString(36)
      return `${local}+${id}-${macOf(id)}@${domain}`
    },
    /** @returns the first delivery whose token the text contains; 0 if none of its tokens is ours, undefined without any */
    findIn(text: string): number | undefined {
      const tokens = text.toLowerCase().matchAll(pattern).take(MAX_TOKENS).toArray()
      const ours = tokens.find(([, id = '', mac = '']) => isSame(macOf(id), mac))
      if (ours) return Number.parseInt(ours[1] ?? '', 36)
      return tokens.length > 0 ? 0 : undefined
    },
  }
}
