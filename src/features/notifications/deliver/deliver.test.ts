import { expect, test } from 'vitest'
import { mailHost, notificationHeaders, unsubscribeUrl } from './deliver.ts'

const props = {
  publicUrl: 'https://docket.example.com',
  token: 'AbC_12-3',
  caption: 'Smith v. Jones',
}

test('a message has the header fields of CONTRACT section 6', () => {
  expect(notificationHeaders(props)).toEqual({
    'List-Unsubscribe': '<https://docket.example.com/unsubscribe/AbC_12-3>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': '"Smith v. Jones" <notifications.docket.example.com>',
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

test('a caption cannot add to List-Id anything but its own text', () => {
  const idWith = (caption: string) => notificationHeaders({ ...props, caption })['List-Id']
  expect(idWith('A "B" \\ C\r\nBcc: x')).toBe('"A B C Bcc: x" <notifications.docket.example.com>')
  for (const left of ['', 'Müller v. Größe', 'A\0B', '=?utf-8?Q?A?=', 'x'.repeat(101)]) {
    expect(idWith(left)).toBe('<notifications.docket.example.com>')
  }
})

test('a token is escaped in the unsubscribe link', () => {
  expect(unsubscribeUrl({ ...props, token: '../a?b#c>\r\n' })).toBe(
    'https://docket.example.com/unsubscribe/..%2Fa%3Fb%23c%3E%0D%0A',
  )
})
