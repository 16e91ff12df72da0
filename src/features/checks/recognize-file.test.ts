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
  ['PK\x03\x04...[Content_Types].xml...word/document.xml', 'a Word document'],
  ['PK\x03\x04...[Content_Types].xml...xl/workbook.xml', 'an Excel workbook'],
  ['PK\x03\x04...mimetypeapplication/vnd.oasis.opendocument.text', 'an OpenDocument file'],
  ['PK\x03\x04...Exhibit A.pdf', 'a ZIP archive'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'an older Word, Excel, Outlook, or WordPerfect file'],
  ['{\\rtf1\\ansi', 'an older Word, Excel, Outlook, or WordPerfect file'],
  ['\xffWPC....', 'an older Word, Excel, Outlook, or WordPerfect file'],
  ['<!DOCTYPE html><title>Log in</title>', 'a web page (HTML)'],
  ['\xef\xbb\xbf\n<html lang="en">', 'a web page (HTML)'],
  ['<!-- saved from -->\n<HTML>', 'a web page (HTML)'],
  ['<svg xmlns="http://www.w3.org/2000/svg">', 'an SVG drawing'],
  ['<?xml version="1.0"?>\n<svg width="1">', 'an SVG drawing'],
  ['<?xml version="1.0"?>\n<docket/>', 'a plain text file'],
  ['\x89PNG\r\n\x1a\n', 'an image'],
  ['\xff\xd8\xff\xe0..JFIF', 'an image'],
  ['GIF89a', 'an image'],
  ['II*\0\x08', 'an image'],
  ['RIFF....WEBPVP8', 'an image'],
  ['....ftypheic', 'an image'],
  ['Rar!\x1a\x07\x01', 'a compressed file'],
  ['....ftypmp42', 'a video or audio recording'],
  ['From: clerk@court.example\r\nSubject: filing', 'an e-mail'],
  ['Please see the attached filing.\n', 'a plain text file'],
])('%j is recognized', (content, what) => {
  const reason = reasonFor(content)
  expect(reason.startsWith(`This is ${what}, not a PDF. `)).toBe(true)
  expect(reason).toMatch(/PDF\. \w.*\.$/)
})

test('an empty file is called empty', () => {
  expect(reasonFor('')).toMatch(/^This file is empty/)
})

test('an unrecognized file is still not a PDF, whatever its name', () => {
  expect(reasonFor('\x01\x02\x03', 'a.PDF')).toMatch(/^This is not a PDF, even though its name/)
  expect(reasonFor('\x01\x02\x03', 'a.xyz')).toBe(
    'This is not a PDF. Save it as a PDF and add that file.',
  )
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
