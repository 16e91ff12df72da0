import { expect, it } from 'vitest'
import { networksOf } from './client-throttle.ts'

it('names the /64, /56 and /48 of an IPv6 address, the narrowest first', () => {
  const networks = ['20010db8000102ff/64', '20010db8000102/56', '20010db80001/48']
  expect(networksOf('2001:db8:1:2ff:4:5:6:7')).toEqual(networks)
})

it('tells neighbors apart, and knows what they share', () => {
  const one = networksOf('2001:db8:1:200::9')
  const shared = (other: string) => one.map((network, i) => network === networksOf(other)[i])
  expect(shared('2001:db8:1:200:5:6:7:8')).toEqual([true, true, true])
  expect(shared('2001:db8:1:2ff::9')).toEqual([false, true, true])
  expect(shared('2001:db8:1:300::9')).toEqual([false, false, true])
  expect(shared('2001:db8:2:200::9')).toEqual([false, false, false])
})

it('names an IPv4 address alone, inside IPv6 too', () => {
  expect(networksOf('192.0.2.7')).toEqual(['192.0.2.7'])
  expect(networksOf('::ffff:192.0.2.7')).toEqual(['192.0.2.7'])
})

it('counts those without an address together', () => {
  expect(networksOf(null)).toEqual(['unknown'])
  expect(networksOf('unknown')).toEqual(['unknown'])
})
