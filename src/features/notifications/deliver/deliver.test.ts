import { expect, test } from 'vitest'
import { mailHost, notificationHeaders, unsubscribeUrl } from './deliver.ts'

test('a message has the header fields of CONTRACT section 6', () => {
  expect(notificationHeaders('https://docket.example.com/unsubscribe/AbC_12-3')).toEqual({
    'List-Unsubscribe': '<https://docket.example.com/unsubscribe/AbC_12-3>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': '<notifications.docket.example.com>',
    'Auto-Submitted': 'auto-generated',
  })
})

test.each([
  ['http://localhost:3000', 't', 'http://localhost:3000/unsubscribe/t', 'localhost'],
  ['https://example.com/docket', 't', 'https://example.com/docket/unsubscribe/t', 'example.com'],
  ['https://jõgeva.ee', 't', 'https://xn--jgeva-dua.ee/unsubscribe/t', 'xn--jgeva-dua.ee'],
  ['http://[::1]:3000', 't', 'http://[::1]:3000/unsubscribe/t', '1'],
  ['https://a.com', '../a?b#c>\r\n', 'https://a.com/unsubscribe/..%2Fa%3Fb%23c%3E%0D%0A', 'a.com'],
])('with PUBLIC_URL %s, the unsubscribe link of the token %j is %s', (site, token, link, host) => {
  expect(unsubscribeUrl(site, token)).toBe(link)
  expect(notificationHeaders(link)['List-Id']).toBe(`<notifications.${host}>`)
  expect(mailHost(site)).toBe(host)
})
