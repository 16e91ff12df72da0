import { expect, test } from 'vitest'
import { readHash } from './routes.tsx'

const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

test.each([
  ['as it is', hash],
  ['in capitals, as Windows writes it', hash.toUpperCase()],
  ['with blanks around it', `  ${hash}\n`],
  ['as sha256sum prints it', `${hash}  45-2 Exhibit B.pdf`],
  ['as shasum --tag prints it', `SHA256 (45.pdf) = ${hash}`],
  ['as PowerShell prints it', `SHA256 ${hash.toUpperCase()} C:\\45.pdf`],
])('a hash %s', (_, typed) => {
  expect(readHash(typed)).toBe(hash)
})

test.each([
  ['nothing', ''],
  ['one that was cut off', hash.slice(1)],
  ['one that is too long', `${hash}0`],
  ['an MD5', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['words', 'the hash of my file'],
])('this is not a hash: %s', (_, typed) => {
  expect(readHash(typed)).toBeUndefined()
})
