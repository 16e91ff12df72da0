import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCommonPassword, passwordProblem } from './password-rules.ts'
import { generatePassword } from './readable-secret.ts'

describe('a new password (PROMISES 4)', () => {
  it('has at least 15 characters, counted as people count them', () => {
    expect(passwordProblem('vK9-moss-tram7', [])).toMatch(/at least 15/)
    expect(passwordProblem('vK9-moss-tram71', [])).toBeUndefined()
    expect(passwordProblem('🦊🚲🌵🎻🧀🛶🪁🦉🌶🧊🎲🪴🦔🚜', [])).toMatch(/at least 15/)
    expect(passwordProblem('🦊🚲🌵🎻🧀🛶🪁🦉🌶🧊🎲🪴🦔🚜🏮', [])).toBeUndefined()
  })

  it('has at most 128', () => {
    const long = Array.from({ length: 26 }, (_, i) => `${i * 37}vqz`)
      .join('')
      .slice(0, 128)
    expect(passwordProblem(long, [])).toBeUndefined()
    expect(passwordProblem(`${long}x`, [])).toMatch(/at most 128/)
  })

  it('needs no kinds of characters', () => {
    expect(passwordProblem('gravel teapot lanterns moss', [])).toBeUndefined()
    expect(passwordProblem('839105527461938', [])).toBeUndefined()
    expect(passwordProblem('~^)&%q[#;*7?|+"', [])).toBeUndefined()
    expect(passwordProblem('пять синих чайников', [])).toBeUndefined()
  })

  it.each([
    'aaaaaaaaaaaaaaa',
    '121212121212121',
    '123456789012345',
    '9876543210987654321',
    'abcdefghijklmno',
    'qwertyuiopasdfgh',
    '1qaz2wsx3edc4rfv',
    'qazwsxedcrfvtgb',
    '1q2w3e4r5t6y7u8i',
    'passwordpassword',
    'Password12345678',
    'P@ssw0rdP@ssw0rd1',
    'iloveyouiloveyou',
    'administrator2026',
    'Welcome to the court 1!',
    'correct horse battery staple',
    'kx7!kx7!kx7!kx7!',
    'letmeinletmein123',
    'DocketAdmin!!2026!!',
    'ThisIsMyPassword',
  ])('refuses %s as common', (password) => {
    expect(passwordProblem(password, [])).toMatch(/easy to guess/)
  })

  it('refuses what is made of the own address and the case', () => {
    const words = ['eleanor.whitcombe@brightwater.example', 'Brightwater v. Castellan Holdings']
    expect(isCommonPassword('EleanorWhitcombe1', words)).toBe(true)
    expect(isCommonPassword('Brightwater-v-Castellan', words)).toBe(true)
    expect(isCommonPassword('EleanorWhitcombe1')).toBe(false)
  })

  it('takes every password that it makes itself', () => {
    for (let i = 0; i < 200; i++) expect(passwordProblem(generatePassword(), [])).toBeUndefined()
  })

  it('answers for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (password) => {
        expect(['string', 'undefined']).toContain(typeof passwordProblem(password, [password]))
      }),
    )
  })
})
