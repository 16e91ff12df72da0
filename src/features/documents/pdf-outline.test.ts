import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hasPdfHeader, isCutOff } from './pdf-outline.ts'

const folder = '../shared/fixtures/pdfs'
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.pdf'))

function endsOf(bytes: Buffer) {
  const tail = bytes.subarray(Math.max(0, bytes.length - 65_536))
  return { head: bytes.subarray(0, 4096), tail, byteSize: bytes.length }
}

describe.each(fixtures)('the end of %s', (name) => {
  const bytes = readFileSync(`${folder}/${name}`)

  test('is there', () => {
    expect(hasPdfHeader(endsOf(bytes))).toBe(true)
    expect(isCutOff(endsOf(bytes))).toBe(false)
  })

  test('is missing wherever the file is cut', () => {
    const lastNeeded = bytes.lastIndexOf('%%EOF') + '%%EOF'.length
    const cuts = new Set(Array.from({ length: 300 }, (_, i) => Math.floor((lastNeeded * i) / 300)))
    for (let back = 1; back <= 200; back++) cuts.add(lastNeeded - back)
    const missed = [...cuts].filter((cut) => !isCutOff(endsOf(bytes.subarray(0, cut))))
    expect(missed).toEqual([])
  })

  test.each([
    ['nothing', lastLineOnly],
    ['line ends', (whole: Buffer) => Buffer.concat([whole, Buffer.from('\r\n\r\n  \n')])],
    ['padding', (whole: Buffer) => Buffer.concat([whole, Buffer.alloc(30_000)])],
    ['a page of the web server', (whole: Buffer) => Buffer.concat([whole, Buffer.from(WEB_PAGE)])],
  ])('may be followed by %s', (_, change) => {
    expect(isCutOff(endsOf(change(bytes)))).toBe(false)
  })
})

const WEB_PAGE = '\n<html><body>Generated in 12 ms, 3 objects</body></html>\n'

function lastLineOnly(whole: Buffer): Buffer {
  return whole.subarray(0, whole.lastIndexOf('%%EOF') + '%%EOF'.length)
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
