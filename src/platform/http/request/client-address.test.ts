import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClientAddress } from './client-address.ts'

const NAMES = ['loopback', 'linklocal', 'uniquelocal']
const clientAddress = createClientAddress(NAMES)

test.each<[string | undefined, string | string[] | undefined, string | null]>([
  ['127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['::1', '203.0.113.7', '203.0.113.7'],
  ['::ffff:127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['fe80::1%eth0', '203.0.113.7', '203.0.113.7'],
  // What the visitor sent is to the left of what the proxies added.
  ['127.0.0.1', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
  ['10.0.0.2', '6.6.6.6, 203.0.113.7, 192.168.1.1, fd00::1', '203.0.113.7'],
  ['10.0.0.2', ['6.6.6.6', '203.0.113.7, 10.1.1.1'], '203.0.113.7'],
  ['127.0.0.1', '203.0.113.7,,', '203.0.113.7'],
  // If every address is trusted, the farthest counts, as in an office behind a proxy.
  ['127.0.0.1', '192.168.1.20, 10.0.0.1', '192.168.1.20'],
  // A proxy that names nobody is not the visitor.
  ['192.168.1.20', undefined, null],
  ['127.0.0.1', '', null],
  // A socket that has closed has no peer.
  [undefined, '203.0.113.7', null],
  ['', '203.0.113.7', null],
  // The header of an untrusted peer is ignored.
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['2001:db8::9', '198.51.100.1', '2001:db8::9'],
])(
  'of peer %s with X-Forwarded-For %s, the right-most untrusted address is %s',
  (peer, header, client) => {
    expect(clientAddress(peer, header)).toBe(client)
  },
)

describe('what is not an address is not a visitor', () => {
  test.each([
    ...'unknown _hidden localhost 0x7f.1 127.1 010.0.0.1 16909060 1.2.3.4.5 256.1.1.1'.split(' '),
    ...'203.0.113.7:port 203.0.113.7:123456 ::ffff:0x7f.0.0.1 [::1 [] 1.2.3.4%eth0'.split(' '),
    ...["'; drop table", '１.2.3.4'],
  ])('%s', (entry) => {
    expect(clientAddress('127.0.0.1', `203.0.113.7, ${entry}`)).toBeNull()
    expect(clientAddress('127.0.0.1', entry)).toBeNull()
  })

  test('a bad hop between visitor and server hides the visitor; one beyond does not matter', () => {
    expect(clientAddress('127.0.0.1', '203.0.113.7, unknown, 10.0.0.1')).toBeNull()
    expect(clientAddress('127.0.0.1', 'unknown, 203.0.113.7, 10.0.0.1')).toBe('203.0.113.7')
  })
})

test.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:DB8:0:0::1]', '2001:db8::1'],
  ['2001:0db8:0000:0000:0001:0000:0000:0001', '2001:db8::1:0:0:1'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
  ['2001:db8::1%eth0', '2001:db8::1'],
])('%s is written %s', (written, canonical) => {
  expect(clientAddress('127.0.0.1', written)).toBe(canonical)
  expect(createClientAddress(['none'])(written, undefined)).toBe(canonical)
})

test.each([[['none']], [[]]])('nobody is trusted by %j', (names: string[]) => {
  expect(createClientAddress(names)('127.0.0.1', '203.0.113.7')).toBe('127.0.0.1')
})

test.each([
  ['192.0.2.0/24', '192.0.2.200', '192.0.3.1'],
  ['192.0.2.9', '192.0.2.9', '192.0.2.10'],
  ['2001:db8::/32', '2001:db8:1::1', '2001:db9::1'],
  ['2001:db8::9', '2001:db8::9', '2001:db8::a'],
  ['::ffff:192.0.2.0/120', '192.0.2.200', '192.0.3.1'],
  ['::ffff:192.0.2.9', '::ffff:192.0.2.9', '192.0.2.10'],
  ['0.0.0.0/0', '198.51.100.1', '2001:db8::1'],
])('trusting %s trusts %s and not %s', (proxy, inside, outside) => {
  const address = createClientAddress([proxy])
  expect(address(inside, '203.0.113.7, 2001:dead::1')).toBe('2001:dead::1')
  expect(address(outside, '203.0.113.7')).toBe(outside)
})

test('a very long chain is read from its inner end', () => {
  const chain = `203.0.113.7, ${Array(5000).fill('10.0.0.1').join(', ')}`
  expect(clientAddress('127.0.0.1', chain)).toBe('10.0.0.1')
  expect(clientAddress('127.0.0.1', `${chain}, 198.51.100.5`)).toBe('198.51.100.5')
})

describe('always', () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('::ffff:10.0.0.1', 'fe80::1%en0'))
  const proxies = fc.subarray([...NAMES, '203.0.113.0/24', '2001:db8::/32'])
  const decorate = fc.constantFrom(
    (text: string) => text,
    (text: string) => ` ${text}\t`,
    (text: string) => (text.includes(':') ? `[${text}]:80` : `${text}:80`),
  )
  const entry = fc.oneof(
    fc.tuple(address, decorate).map(([text, write]) => write(text)),
    fc.string(),
    fc.constantFrom('unknown', '', '0x7f.1'),
  )

  test('an IP address in canonical form, or null', () => {
    fc.assert(
      fc.property(proxies, fc.oneof(address, fc.string()), fc.array(entry), (names, peer, list) => {
        const client = createClientAddress(names)(peer, list.join(','))
        if (client === null) return
        expect(isIP(client)).not.toBe(0)
        expect(client).not.toMatch(/[%[\]]|^::ffff:\d+\./)
        expect(createClientAddress([])(client, undefined)).toBe(client)
      }),
    )
  })

  test('what a visitor writes to the left cannot change it', () => {
    const visitor = fc.constantFrom('203.0.113.7', '2001:db8::7')
    const inner = fc.array(fc.constantFrom('10.0.0.1', '192.168.7.7', 'fd00::2'), { maxLength: 5 })
    fc.assert(
      fc.property(fc.string(), visitor, inner, (forged, client, rest) => {
        expect(clientAddress('127.0.0.1', [forged, client, ...rest].join(', '))).toBe(client)
      }),
    )
  })
})
