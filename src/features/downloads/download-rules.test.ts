import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRobot, storedUserAgent } from './download-rules.ts'

test('a user agent is stored with its first 500 characters, none of them cut in half', () => {
  expect(storedUserAgent('x'.repeat(30_000))).toBe('x'.repeat(500))
  expect(storedUserAgent(`x${'😀'.repeat(700)}`)).toBe(`x${'😀'.repeat(499)}`)
  expect(storedUserAgent('a\0b\ud800')).toBe('ab\ufffd')
  const unit = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud83d', 'é', '😀'))
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 900 }), (parts) => {
      const stored = storedUserAgent(parts.join(''))
      expect([...stored].length).toBeLessThanOrEqual(500)
      expect(stored.isWellFormed()).toBe(true)
    }),
  )
})

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'curl/8.5.0',
  'python-requests/2.31.0',
  'Wget/1.21.4',
])('this user agent is a robot: %s', (userAgent) => {
  expect(isRobot(userAgent)).toBe(true)
})

test.each([
  ...['', ' ', '-'],
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/80.0.3987.99 Mobile Safari/537.36',
])('this user agent counts as a person: "%s"', (userAgent) => {
  expect(isRobot(userAgent)).toBe(false)
})
