import { expect, test } from 'vitest'
import { readHash } from './routes.tsx'

const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

test.each([
  ['a hash as it is', hash, hash],
  ['a hash in capitals, as Windows writes it', hash.toUpperCase(), hash],
  ['a hash with blanks around it', `  ${hash}\n`, hash],
  ['what sha256sum prints', `${hash}  45-2 Exhibit B.pdf`, hash],
  ['what shasum --tag prints', `SHA256 (45.pdf) = ${hash}`, hash],
  ['what PowerShell prints', `SHA256 ${hash.toUpperCase()} C:\\45.pdf`, hash],
  ['nothing', '', undefined],
  ['a hash that was cut off', hash.slice(1), undefined],
  ['a hash that is too long', `${hash}0`, undefined],
  ['an MD5', 'd41d8cd98f00b204e9800998ecf8427e', undefined],
  ['words', 'the hash of my file', undefined],
])('of %s, the hash is read if it is one', (_, typed, read) => {
  expect(readHash(typed)).toBe(read)
})
