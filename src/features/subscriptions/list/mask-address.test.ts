import { expect, test } from 'vitest'
import { maskAddress } from './mask-address.ts'

test.each([
  ['ada.lovelace@example.com', 'a•••@example.com'],
  ['adalovelace@müller.de', 'a•••@müller.de'],
  ['ada@example.com', '•••@example.com'],
  ['a@example.com', '•••@example.com'],
])('%s is shown as %s', (email, masked) => {
  expect(maskAddress(email)).toBe(masked)
})
