import { expect, test } from 'vitest'
import { hasPdfHeader, isCutOff } from './pdf-outline.ts'

function endsOf(bytes: Buffer) {
  const tail = bytes.subarray(Math.max(0, bytes.length - 65_536))
  return { head: bytes.subarray(0, 4096), tail, byteSize: bytes.length }
}

const REVISION = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\nstartxref\n30\n%%EOF\n'

test.each([
  ['a whole file', REVISION, false],
  [
    'a whole change after it',
    `${REVISION}1 0 obj\n<</A 1>>\nendobj\nxref\nstartxref\n90\n%%EOF`,
    false,
  ],
  ['a change cut in its object', `${REVISION}1 0 obj\n<</A`, true],
  ['a change cut in its first words', `${REVISION}1 0 ob`, true],
  ['a change cut before its last line', `${REVISION}1 0 obj\n<<>>\nendobj\nxref\nstart`, true],
  ['a place beyond its own end', '%PDF-1.7\nstartxref\n4000\n%%EOF\n', true],
  ['no place', '%PDF-1.7\nstartxref\n%%EOF\n', true],
  [
    'only the first part of a linearized file',
    '%PDF-1.5\n1 0 obj<</Linearized 1/L 9000>>endobj\nxref\ntrailer\nstartxref\r\n0\r\n%%EOF\r\n',
    true,
  ],
])('with %s', (_, text, cutOff) => {
  expect(isCutOff(endsOf(Buffer.from(text, 'latin1')))).toBe(cutOff)
})

test('the header may stand a little after the beginning, and no further', () => {
  expect(hasPdfHeader(endsOf(Buffer.from(`${' '.repeat(900)}%PDF-1.4`)))).toBe(true)
  expect(hasPdfHeader(endsOf(Buffer.from(`${' '.repeat(1100)}%PDF-1.4`)))).toBe(false)
})
