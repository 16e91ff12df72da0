import { parseOptions } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { hashPassword, NOBODYS_HASH, verifyPassword } from './password-hash.ts'

it('is Argon2id with m=19 MiB, t=2, p=1 (PROMISES 4)', async () => {
  expect(await hashPassword('gravel teapot 7 lanterns')).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
  )
})

it('knows the right password only, in whichever form the keyboard composes it', async () => {
  const hash = await hashPassword('caf\u00e9 gravel teapot')
  expect(await verifyPassword(hash, 'cafe\u0301 gravel teapot')).toBe(true)
  expect(await verifyPassword(hash, 'cafe gravel teapot')).toBe(false)
})

it('takes as long for an account that does not exist (PROMISES 5)', async () => {
  const real = parseOptions(await hashPassword('gravel teapot 7 lanterns'))
  expect(parseOptions(NOBODYS_HASH)).toEqual(real)
  expect(await verifyPassword(NOBODYS_HASH, '')).toBe(false)
})
