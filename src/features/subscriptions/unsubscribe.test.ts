import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTestToken, testToken } from './unsubscribe.ts'

const key = 'a key for tests only, of enough characters'

test('is known again without knowing for whom it was made', () => {
  const token = testToken(key, 'clerk@example.com')
  expect(token).toMatch(/^test-[\w-]{65}$/)
  expect(token).not.toContain('clerk')
  expect(isTestToken(key, token)).toBe(true)
  expect(testToken(key, 'clerk@example.com')).toBe(token)
  expect(testToken(key, 'other@example.com')).not.toBe(token)
})

test('cannot be made, changed, or taken from another installation', () => {
  const token = testToken(key, 'clerk@example.com')
  expect(isTestToken('another key, of enough characters as well', token)).toBe(false)
  fc.assert(
    fc.property(
      fc.nat(token.length - 1),
      fc.string({ minLength: 1, maxLength: 1 }),
      (at, other) => {
        fc.pre(token[at] !== other)
        expect(isTestToken(key, token.slice(0, at) + other + token.slice(at + 1))).toBe(false)
      },
    ),
  )
  fc.assert(fc.property(fc.string(), (text) => !isTestToken(key, text)))
  fc.assert(fc.property(fc.string(), (text) => !isTestToken(key, `test-${text}`)))
})
