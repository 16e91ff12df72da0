import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generatePassword, isCommonPassword, passwordProblem } from './passwords.ts'

describe('a new password (PROMISES 4)', () => {
  const LONG = Array.from({ length: 26 }, (_, i) => `${i * 37}vqz`)
    .join('')
    .slice(0, 128)

  it.each([
    ['has at least 15 characters, counted as people count them', 'vK9-moss-tram71'],
    ['has at least 15 characters, of any kind', '🦊🚲🌵🎻🧀🛶🪁🦉🌶🧊🎲🪴🦔🚜🏮'],
    ['has at most 128', LONG],
    ['needs no capitals or digits', 'gravel teapot lanterns moss'],
    ['needs no letters', '839105527461938'],
    ['needs no letters or digits', '~^)&%q[#;*7?|+"'],
    ['needs no Latin letters', 'пять синих чайников'],
    ['may be four words with spaces', 'only make from shared'],
    ['may be four words with dashes', 'best-disease-joshua-started'],
    ['may be four words in one', 'hooteamsaccentkeg'],
  ])('%s: %s', async (_, password) => {
    expect(await passwordProblem(password, [])).toBeUndefined()
  })

  it.each([
    ['vK9-moss-tram7', /at least 15/],
    ['🦊🚲🌵🎻🧀🛶🪁🦉🌶🧊🎲🪴🦔🚜', /at least 15/],
    [`${LONG}x`, /at most 128/],
  ])('is not %s', async (password, problem) => {
    expect(await passwordProblem(password, [])).toMatch(problem)
  })

  it.each([
    ...'aaaaaaaaaaaaaaa 121212121212121 123456789012345 9876543210987654321'.split(' '),
    ...'abcdefghijklmno qwertyuiopasdfgh 1qaz2wsx3edc4rfv qazwsxedcrfvtgb'.split(' '),
    ...'1q2w3e4r5t6y7u8i passwordpassword Password12345678 P@ssw0rdP@ssw0rd1'.split(' '),
    ...'iloveyouiloveyou administrator2026 kx7!kx7!kx7!kx7! letmeinletmein123'.split(' '),
    ...'DocketAdmin!!2026!! ThisIsMyPassword michaeljackson12 manchesterunited1'.split(' '),
    ...'tinkerbell123456 Michael.Jackson.2026 liverpoolfootballclub'.split(' '),
    ...['correct horse battery staple', 'manchester city 2023', 'red tractor window'],
  ])('refuses %s as common', async (password) => {
    expect(await passwordProblem(password, [])).toMatch(/easy to guess/)
  })

  it('refuses one made of the account’s address or the case’s name', async () => {
    const words = ['eleanor.whitcombe@brightwater.example', 'Brightwater v. Castellan Holdings']
    expect(await isCommonPassword('EleanorWhitcombe1', words)).toBe(true)
    expect(await isCommonPassword('Brightwater-v-Castellan', words)).toBe(true)
    expect(await isCommonPassword('Brightwater, Castellan', words)).toBe(true)
    expect(await isCommonPassword('gravel teapot moss lantern Castellan', words)).toBe(false)
    expect(await isCommonPassword('Brightwater-v-Castellan')).toBe(false)
  })

  it('accepts every password that it generates', async () => {
    for (let i = 0; i < 20; i++)
      expect(await passwordProblem(generatePassword(), [])).toBeUndefined()
  })

  it('is judged without an error, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (password) => {
        const problem = await passwordProblem(password, [password])
        expect(['string', 'undefined']).toContain(typeof problem)
      }),
    )
  })
})
