import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBounceAddresses } from './bounce-address.ts'

const key = 'k'.repeat(32)
const ours = createBounceAddresses(key, 'bounce@docket.example.com')
const elsewhere = createBounceAddresses('x'.repeat(32), 'bounce@docket.example.com')
const ids = fc.integer({ min: 1, max: 2 ** 31 - 1 })

test('every delivery is found by its address, whatever a server did to its case', () => {
  fc.assert(
    fc.property(ids, fc.boolean(), (id, isUpper) => {
      const address = ours.addressOf(id)
      expect(address).toMatch(/^bounce\+[0-9a-z-]+@docket\.example\.com$/)
      // RFC 5321, 4.5.3.1.1
      expect(address.indexOf('@')).toBeLessThanOrEqual(64)
      const written = isUpper ? address.toUpperCase() : address
      expect(ours.findIn(`To: <${written}>\r\nReturn-Path: <${written}>`)).toBe(id)
    }),
  )
})

test('the longest MAIL_BOUNCE_ADDRESS leaves room for the token of every delivery', () => {
  const longest = createBounceAddresses(key, `${'b'.repeat(24)}@docket.example.com`)
  expect(longest.addressOf(2 ** 31 - 1).indexOf('@')).toBe(64)
})

test('no other token is mistaken for ours', () => {
  fc.assert(
    fc.property(ids, fc.nat(35), (id, place) => {
      const address = ours.addressOf(id)
      const at = address.indexOf('+') + 1 + (place % (address.indexOf('@') - 8))
      const changed = `${address.slice(0, at)}${address[at] === '0' ? '1' : '0'}${address.slice(at + 1)}`
      expect(ours.findIn(changed) ?? 0).toBe(0)
      expect(ours.findIn(elsewhere.addressOf(id))).toBe(0)
    }),
  )
  expect(ours.findIn('bounce@docket.example.com')).toBeUndefined()
})

test('of a report that names thousands of deliveries, only the first 20 are looked at', () => {
  const others = (count: number) => elsewhere.addressOf(1).repeat(count)
  expect(ours.findIn(others(19) + ours.addressOf(7))).toBe(7)
  expect(ours.findIn(others(20) + ours.addressOf(7))).toBe(0)
})
