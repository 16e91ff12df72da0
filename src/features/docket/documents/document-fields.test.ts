import { expect, test } from 'vitest'
import { typedForm as form } from '../../../../test/support/typed-form.ts'
import { readDocumentChange } from './document-fields.ts'

test('a change of a document has only what was sent', () => {
  const { change, errors } = readDocumentChange(form({ position: '02' }))
  expect(errors).toEqual({})
  expect(change).toEqual({ position: 2 })
})

test.each([
  ['title', ''],
  ['title', 'x'.repeat(501)],
  ['title', 'a\0b'],
  ['attachment_number', '-1'],
  ['attachment_number', '1000000'],
  ['attachment_number', '1.5'],
  ['attachment_number', ''],
  ['position', '0'],
  ['position', 'first'],
])('a change of a document is refused with %s %j', (name, value) => {
  const { errors } = readDocumentChange(form({ [name]: value }))
  expect(errors).toEqual({ [name]: [expect.stringMatching(/\.$/)] })
})
