import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6
type Subnet = [IpAddress, number]

const NAMED: Record<string, string[]> = {
  none: [],
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/
const ZONE = /%.*$/
const MAPPED_BITS = 96

/** Longer chains are forged; only the innermost part is read. */
const MAX_PROXIES = 32

/**
 * The visitor's address (CONTRACT section 4): the right-most untrusted one in X-Forwarded-For, starting from the socket's
 * peer; if every address is trusted, the one farthest from this server. Null if a hop is not an address ("unknown"),
 * since everything left of it could be forged, and if a trusted proxy names no client.
 * @param trustedProxies names (as in NAMED), addresses and CIDRs
 */
export function createClientAddress(trustedProxies: string[]) {
  const trusted = trustedProxies.flatMap((name) => NAMED[name] ?? [name]).map(parseSubnet)
  const isTrusted = (address: IpAddress) =>
    ipaddr.subnetMatch(address, { trusted }, '') === 'trusted'

  return (peer: string | undefined, forwardedFor: string | string[] | undefined): string | null => {
    const socket = parseIp(peer ?? '')
    if (!socket) return null
    if (!isTrusted(socket)) return socket.toString()
    let client: IpAddress | undefined
    // Empty list members are ignored (RFC 9110, section 5.6.1.2).
    const hops = String(forwardedFor ?? '')
      .split(',')
      .filter((hop) => hop.trim() !== '')
    for (const hop of hops.slice(-MAX_PROXIES).reverse()) {
      client = parseIp(hop.trim())
      if (!client) return null
      if (!isTrusted(client)) break
    }
    return client?.toString() ?? null
  }
}

export const canonicalIp = (text = ''): string | null => parseIp(text)?.toString() ?? null

/**
 * Without port, brackets, and zone; IPv4 in IPv6 unwrapped. `isIP` comes first because ipaddr.js also reads old notations
 * (`0x7f.1`, `127.1`, `010.0.0.1`) that programs interpret differently.
 */
function parseIp(text: string): IpAddress | undefined {
  const cached = parsed.get(text)
  if (cached || text.length > MAX_LENGTH) return cached
  const bare = IPV4_WITH_PORT.exec(text)?.[1] ?? BRACKETED.exec(text)?.[1] ?? text
  const address = bare.includes(':') ? bare.replace(ZONE, '') : bare
  if (isIP(address) === 0) return undefined
  const ip = ipaddr.process(address)
  parsed.set(text, ip)
  return ip
}

/** Parsing the same addresses again took a twentieth of the time of a home page request (bench, serving). */
const parsed = new LRUCache<string, IpAddress>({ max: 1000 })
/** An IPv6 address with brackets, zone, and port; longer text is not an address. */
const MAX_LENGTH = 80

/** A single address is a network of one; a network of IPv4-mapped addresses becomes the IPv4 network. */
function parseSubnet(text: string): Subnet {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`
  const [network, bits] = ipaddr.parseCIDR(cidr)
  return network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= MAPPED_BITS
    ? [network.toIPv4Address(), bits - MAPPED_BITS]
    : [network, bits]
}
