import { expect, it } from 'vitest'
import { DUMMY_HASH, hashPassword, verifyPassword } from './password-hash.ts'

it('is Argon2id with m=19 MiB, t=2, p=1 (PROMISES 4)', async () => {
  expect(await hashPassword('gravel teapot 7')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('accepts only the right password, in any Unicode form that a keyboard produces', async () => {
  const hash = await hashPassword('caf\u00e9 gravel teapot')
  expect(await verifyPassword(hash, 'cafe\u0301 gravel teapot')).toBe(true)
  expect(await verifyPassword(hash, 'cafe gravel teapot')).toBe(false)
  const tooLong = 'x'.repeat(129)
  expect(await verifyPassword(await hashPassword(tooLong), tooLong)).toBe(false)
  expect(await verifyPassword(await hashPassword(''), tooLong)).toBe(false)
})

it('takes as long for an account that does not exist (PROMISES 5)', async () => {
  const parameters = (hash: string) => hash.split('$').slice(0, 4)
  const real = await hashPassword('gravel teapot 7 lanterns')
  expect(parameters(DUMMY_HASH)).toEqual(parameters(real))
  expect(await verifyPassword(DUMMY_HASH, '')).toBe(false)
})

it('verifies what another implementation of Argon2id hashed', async () => {
  // Made by the reference program: printf password | argon2 somesaltsomesalt -id -m 16 -t 2 -p 1 -l 32
  const stored =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$/DO3gTkjHTS3Fia9YkXB1y76GQrWBcPYFmpyrc7fosI'
  expect(await verifyPassword(stored, 'password')).toBe(true)
  expect(await verifyPassword(stored, 'Password')).toBe(false)
})

it.each(['', 'x', '$argon2id$v=19$m=64,t=1,p=1$$', '$2b$10$abcdefghijklmnopqrstuv'])(
  'refuses the stored hash %j',
  async (stored) => {
    expect(await verifyPassword(stored, 'password')).toBe(false)
  },
)
