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
    Buffer.from(sign(secretKey, 'bounce', id), 'base64url')
      .toString('hex')
      .slice(0, MAC_LENGTH)

  return {
    addressOf(deliveryId: number): string {
      const id = deliveryId.toString(36)
      return `${local}+${id}-${macOf(id)}@${domain}`
    },
    /** The deliveries whose tokens the text contains, and whether it contains tokens that are not ours. */
    findIn(text: string) {
      const matches = text.toLowerCase().matchAll(pattern).take(MAX_TOKENS)
      const tokens = new Map(matches.map(([, id = '', mac = '']) => [id, mac] as const))
      const ours = [...tokens].filter(([id, mac]) => isSame(macOf(id), mac))
      return {
        deliveryIds: ours.map(([id]) => Number.parseInt(id, 36)),
        hasForgedToken: ours.length < tokens.size,
      }
    },
  }
}
