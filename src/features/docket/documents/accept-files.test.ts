import { describe, expect, it, test } from 'vitest'
import type { Form, UploadedFile } from '../../../platform/http/request/form.ts'
import { readUploads } from './accept-files.ts'
import { readDocumentChange } from './document-fields.ts'

function form(fields: Record<string, string[]>, names: string[] = []): Form {
  const all = (name: string) => (Object.hasOwn(fields, name) ? (fields[name] ?? []) : [])
  return {
    all,
    names: () => Object.keys(fields),
    has: (name) => all(name).length > 0,
    text: (name) => all(name).at(-1) ?? '',
    files: names.map((name) => upload(name)),
    discard: async () => {},
  }
}

function upload(name: string, field = 'documents'): UploadedFile {
  return { field, name, path: `/tmp/${name}`, byteSize: 1, sha256: 'aa', tooLarge: false }
}

describe('a change of a document', () => {
  it('has what was sent, and no more', () => {
    const { change, errors } = readDocumentChange(form({ position: ['02'] }))
    expect(errors).toEqual({})
    expect(change).toEqual({ position: 2 })
  })

  test.each([
    ['title', ''],
    ['title', 'x'.repeat(501)],
    ['title', 'a\0b'],
    ['title', 'a\ud800'],
    ['attachment_number', '-1'],
    ['attachment_number', '100000'],
    ['attachment_number', '1.5'],
    ['attachment_number', ''],
    ['position', '0'],
    ['position', 'first'],
  ])('is refused with %s %.9j', (name, value) => {
    const { errors } = readDocumentChange(form({ [name]: [value] }))
    expect(errors).toEqual({ [name]: [expect.stringMatching(/\.$/)] })
  })
})

describe('uploads', () => {
  it('go with the titles and numbers in file order', () => {
    const fields = { document_title: ['A', '', 'C'], document_attachment_number: ['2', ' '] }
    const { uploads } = readUploads(form(fields, ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']))
    expect(uploads.map((one) => [one.title, one.attachmentNumber])).toEqual([
      ['A', 2],
      [undefined, undefined],
      ['C', undefined],
      [undefined, undefined],
    ])
  })

  it('are only those of the field, and refused by name where what was typed is wrong', () => {
    const sent = form({ document_title: ['x'.repeat(501)] }, ['a.pdf', 'b.pdf'])
    sent.files.push(upload('c.pdf', 'other'))
    const { uploads, refused } = readUploads(sent)
    expect(uploads.map(({ name }) => name)).toEqual(['b.pdf'])
    expect(refused).toEqual([{ name: 'a.pdf', reason: expect.stringContaining('longer than 500') }])
  })
})
