import { expect, test } from 'vitest'
import { mailHost, notificationHeaders, unsubscribeUrl } from './deliver.ts'

const props = { publicUrl: 'https://docket.example.com', token: 'AbC_12-3' }

test('a message has the header fields of CONTRACT section 6', () => {
  expect(notificationHeaders(props)).toEqual({
    'List-Unsubscribe': '<https://docket.example.com/unsubscribe/AbC_12-3>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': '<notifications.docket.example.com>',
    'Auto-Submitted': 'auto-generated',
  })
})

test.each([
  ['http://localhost:3000', 'http://localhost:3000/unsubscribe/t', 'localhost'],
  ['https://example.com/docket', 'https://example.com/docket/unsubscribe/t', 'example.com'],
  ['https://jõgeva.ee', 'https://xn--jgeva-dua.ee/unsubscribe/t', 'xn--jgeva-dua.ee'],
  ['http://[::1]:3000', 'http://[::1]:3000/unsubscribe/t', '1'],
])('the unsubscribe link begins with PUBLIC_URL %s', (publicUrl, link, host) => {
  expect(unsubscribeUrl({ publicUrl, token: 't' })).toBe(link)
  expect(notificationHeaders({ ...props, publicUrl, token: 't' })['List-Id']).toContain(
    `<notifications.${host}>`,
  )
  expect(mailHost(publicUrl)).toBe(host)
})

test('a token is escaped in the unsubscribe link', () => {
  expect(unsubscribeUrl({ ...props, token: '../a?b#c>\r\n' })).toBe(
    'https://docket.example.com/unsubscribe/..%2Fa%3Fb%23c%3E%0D%0A',
  )
})
