import { expect, test } from 'vitest'
import { expectSteadyGrowth } from '../../../../test/support/growth.ts'
import { creatorIn, embeddedTexts } from './embedded.ts'
import { createObjectReader } from './saved-objects.ts'

const authorOf = (xml: string) =>
  creatorIn({ metadata: [{ about: '', pieces: [Buffer.from(xml)] }] })

test.each([
  ['<dc:creator><rdf:Seq>\n <rdf:li>Jane Roe</rdf:li></rdf:Seq></dc:creator>', 'Jane Roe'],
  ['<dc:creator> <rdf:Bag><rdf:li xml:lang="en">Roe &amp; Doe</rdf:li>', 'Roe & Doe'],
  ['<dc:creator>Jane Roe</dc:creator>', 'Jane Roe'],
  ['<dc:creator><rdf:Seq/></dc:creator>', ''],
  ['<dc:title>Jane Roe</dc:title>', ''],
])('the author in %j is %j', (xml, author) => expect(authorOf(xml)).toBe(author))

test.each(['<dc:creator ', '<dc:creator>', '<dc:creator>      ', '<dc:creator><rdf:Seq> '])(
  'metadata of %j, repeated, is read in time in proportion to its length',
  (piece) => expectSteadyGrowth(authorOf, piece, 400_000),
)

test('descriptions in one large object are read in time in proportion to its length', () => {
  const read = (text: string) => {
    const reader = createObjectReader()
    reader.read(Buffer.from(`1 0 obj [${text}]\r\nendobj`))
    return embeddedTexts(reader.saved, new Map())
  }
  expect(read('<< /P 2 0 R /Alt (Jane) >>')).toMatchObject([{ text: 'Jane' }])
  expectSteadyGrowth(read, '<< /Alt (Jane Roe) >> ', 400_000)
})
