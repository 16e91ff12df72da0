import { expect, test } from 'vitest'
import { expectSteadyGrowth } from '../../../../test/support/growth.ts'
import { creatorIn } from './embedded.ts'

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
