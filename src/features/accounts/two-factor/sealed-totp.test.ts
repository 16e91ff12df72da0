import { expect, it } from 'vitest'
import { openTotp, sealTotp } from './sealed-totp.ts'
import { generateTotpSecret } from './totp.ts'

const KEY = 'the key of this installation'
const SECRET = generateTotpSecret()

it('opens with the key and for the account that sealed it, and for nothing else (PROMISES 29)', () => {
  const sealed = sealTotp(KEY, 7, SECRET)
  expect(openTotp(KEY, 7, sealed)).toBe(SECRET)
  expect(openTotp('another key', 7, sealed)).toBeUndefined()
  expect(openTotp(KEY, 8, sealed)).toBeUndefined()
  expect(sealTotp(KEY, 7, SECRET)).not.toBe(sealed)
  expect(sealed).not.toContain(SECRET)
})

it.each(
  [['', SECRET, 'AAAA', sealTotp(KEY, 7, SECRET).slice(0, 36), 'not base64 \0 at all']].flat(),
)('opens nothing of %j, and does not fail', (sealed) => {
  expect(openTotp(KEY, 7, sealed)).toBeUndefined()
})
