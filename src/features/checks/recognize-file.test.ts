import { expect, test } from 'vitest'
import { hasPdfHeader, isCutOff, notPdfReason } from './recognize-file.ts'

function endsOf(content: string) {
  const bytes = Buffer.from(content, 'latin1')
  const tail = bytes.subarray(Math.max(0, bytes.length - 65_536))
  return { head: bytes.subarray(0, 4096), tail, byteSize: bytes.length }
}

const reasonFor = (content: string, fileName = 'filing.pdf') =>
  notPdfReason(endsOf(content), fileName)

test.each([
  ['<!DOCTYPE html><title>Log in</title>', 'a.pdf', 'a web page (HTML), not a PDF. Download'],
  ['\xef\xbb\xbf\n<html lang="en">', 'a.pdf', 'a web page (HTML), not a PDF. Download'],
  ['<!-- saved from -->\n<HTML>', 'a.pdf', 'a web page (HTML), not a PDF. Download'],
  ['PK\x03\x04...Exhibit A.pdf', 'a.ZIP', 'a ZIP archive, not a PDF. Unpack it'],
  ['PK\x03\x04...word/document.xml', 'a.docx', 'not a PDF. Open the original'],
  ['<svg xmlns="http://www.w3.org/2000/svg">', 'a.pdf', 'not a PDF. Open the original'],
  ['Please see the attached filing.\n', 'a.txt', 'not a PDF. Open the original'],
])('%j, named %s, is %s', (content, name, what) => {
  expect(reasonFor(content, name).startsWith(`This is ${what}`)).toBe(true)
})

test('an empty file is called empty', () => {
  expect(reasonFor('')).toMatch(/^This file is empty/)
})

const LINEARIZED =
  '%PDF-1.5\n1 0 obj<</Linearized 1/L 9000>>endobj\nxref\ntrailer\nstartxref\r\n0\r\n%%EOF\r\n'
const REVISION = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\nstartxref\n30\n%%EOF\n'

test.each([
  ['a whole file', REVISION, false],
  ['a whole change after it', `${REVISION}1 0 obj\n<<>>\nendobj\nstartxref\n90\n%%EOF`, false],
  ['a change cut in its object', `${REVISION}1 0 obj\n<</A`, true],
  ['a change cut in its first words', `${REVISION}1 0 ob`, true],
  ['a change cut before its last line', `${REVISION}1 0 obj\n<<>>\nendobj\nxref\nstart`, true],
  ['a place beyond its own end', '%PDF-1.7\nstartxref\n4000\n%%EOF\n', true],
  ['no place', '%PDF-1.7\nstartxref\n%%EOF\n', true],
  ['only the first part of a linearized file', LINEARIZED, true],
])('with %s', (_, text, cutOff) => {
  expect(isCutOff(endsOf(text))).toBe(cutOff)
})

test('the header may come a little after the beginning, but no farther', () => {
  expect(hasPdfHeader(endsOf(`${' '.repeat(900)}%PDF-1.4`))).toBe(true)
  expect(hasPdfHeader(endsOf(`${' '.repeat(1100)}%PDF-1.4`))).toBe(false)
})
