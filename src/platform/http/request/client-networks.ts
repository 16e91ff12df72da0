import ipaddr from 'ipaddr.js'

/** One IPv6 customer has a /64 at least, many a /56, and a /48 is had for the asking. */
const PREFIXES = [64, 56, 48]

/**
 * Names the networks whose requests count together, the narrowest first: an IPv4 address alone, or the /64, /56 and /48
 * around an IPv6 address. Whoever limits a client limits each of them, the wider ones higher (PROMISES 30).
 */
export function networksOf(clientIp: string | null): [string, ...string[]] {
  if (clientIp === null || !ipaddr.isValid(clientIp)) return ['unknown']
  const address = ipaddr.process(clientIp)
  if (address.kind() === 'ipv4') return [address.toString()]
  const hex = Buffer.from(address.toByteArray()).toString('hex')
  const [own = '', ...wider] = PREFIXES.map((bits) => `${hex.slice(0, bits / 4)}/${bits}`)
  return [own, ...wider]
}
