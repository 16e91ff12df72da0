import { expect, it } from 'vitest'
import {
  drawQrCode,
  findTotpStep,
  generateRecoveryCodes,
  generateTotpSecret,
  openTotp,
  sealTotp,
  totpUri,
} from './totp.ts'

/** RFC 6238, appendix B: the secret `12345678901234567890` in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

it('computes the codes of RFC 6238', () => {
  expect(findTotpStep(SECRET, '287082', 59_000)).toBe(1)
  expect(findTotpStep(SECRET, '081804', 1_111_111_109_000)).toBe(37_037_036)
  expect(findTotpStep(SECRET, '005924', 1_234_567_890_000)).toBe(41_152_263)
})

it('accepts a code one step early or late, and no more', () => {
  const step = 37_037_036
  const steps = [-2, -1, 0, 1, 2].map((off) => {
    const now = (step + off) * 30_000 + 15_000
    return findTotpStep(SECRET, '081804', now)
  })
  expect(steps).toEqual([undefined, step, step, step, undefined])
})

it('refuses anything that is not a code', () => {
  for (const code of ['', '28708', '2870820', 'abcdef', '000000'])
    expect(findTotpStep(SECRET, code, 59_000)).toBeUndefined()
})

it('makes secrets of 160 bits, and ten recovery codes that differ', () => {
  expect(generateTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  const codes = generateRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
})

it('draws the QR code without markup that the content security policy forbids', async () => {
  const address = totpUri(SECRET, 'clerk@example.com', 'Doe v. Roe: "A & B"')
  const svg = await drawQrCode(address)
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 \d\d \d\d"/)
  expect(svg).not.toMatch(/style|script|\son|Doe/)
  // The corner of the finder pattern is just inside the quiet zone.
  expect(svg).toContain('<path stroke="#000000" d="M4 4.5h7')
})

const KEY = 'the key of this installation'

it('opens with the key and for the account that sealed it, and for nothing else (PROMISES 29)', () => {
  const sealed = sealTotp(KEY, 7, SECRET)
  expect(openTotp(KEY, 7, sealed)).toBe(SECRET)
  expect(openTotp('another key', 7, sealed)).toBeUndefined()
  expect(openTotp(KEY, 8, sealed)).toBeUndefined()
  expect(sealTotp(KEY, 7, SECRET)).not.toBe(sealed)
  expect(sealed).not.toContain(SECRET)
})

it.each(['', SECRET, 'AAAA', sealTotp(KEY, 7, SECRET).slice(0, 36), 'not base64 \0 at all'])(
  'does not open %j, and does not throw',
  (sealed) => {
    expect(openTotp(KEY, 7, sealed)).toBeUndefined()
  },
)
