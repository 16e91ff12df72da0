import { expect, test } from 'vitest'
import { fileProgress, readUploadReply } from './send-upload.ts'

const page = 'http://localhost/admin/entries'

test('a saved entry leads to its page, named in the reply or reached by a redirect', () => {
  const message = readUploadReply(201, '{"location":"/admin/entries/5"}', page)
  expect(message).toEqual({ kind: 'saved', location: '/admin/entries/5' })
  const reached = readUploadReply(200, '<!doctype html>', `${page}/5`)
  expect(reached).toEqual({ kind: 'saved', location: `${page}/5` })
})

test('reasons come back by field and by file, with the names of good files', () => {
  const files = [{ name: 'a.pdf', reason: 'is not a PDF.' }]
  const refused = { errors: { title: ['Enter a title.'], documents: ['Too many.'] }, files }
  const reply = (added: string[]) =>
    readUploadReply(422, JSON.stringify({ detail: 'Wrong.', ...refused, added }), page)
  const nothing = 'Nothing was saved. Please correct the following:'
  const others = 'The other files were added. Please correct the following:'
  expect(reply([])).toEqual({ ...refused, kind: 'refused', added: [], summary: nothing })
  expect(reply(['b.pdf'])).toMatchObject({ summary: others, added: ['b.pdf'] })
})

test('any other refusal is shown in the server’s words, if it sent any', () => {
  const conflict = JSON.stringify({ detail: 'Someone else changed this entry.' })
  const summary = 'Someone else changed this entry.'
  expect(readUploadReply(409, conflict, page)).toMatchObject({ summary })
})

test.each([
  [0, 'connection was lost'],
  [401, 'signed out'],
  [403, 'out of date'],
  [413, 'too large'],
  [500, 'went wrong'],
  [502, 'went wrong'],
])('status %i without a problem document says what to do', (status, words) => {
  const refused = { kind: 'refused', errors: {}, files: [] }
  const reply = readUploadReply(status, '<html>', page)
  expect(reply).toMatchObject({ ...refused, summary: expect.stringContaining(words) })
})

test.each([
  [0, [0, 0, 0]],
  [100, [0, 0, 0]],
  [150, [0.5, 0, 0]],
  [200, [1, 0, 0]],
  [350, [1, 0.5, 0]],
  [600, [1, 1, 1]],
])('after %i of 600 bytes, 100 of them outside the files, the files have %j', (sent, progress) => {
  expect(fileProgress([100, 300, 100], sent, 600)).toEqual(progress)
})

test('an empty file is done when its turn comes', () => {
  expect(fileProgress([100, 0], 50, 100)).toEqual([0.5, 0])
  expect(fileProgress([100, 0], 100, 100)).toEqual([1, 1])
})
