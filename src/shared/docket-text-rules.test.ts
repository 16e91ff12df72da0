import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { filedBy, filingTitle, filingType, readDocketRow } from './docket-text-rules.ts'

const complaint =
  'COMPLAINT against GOOGLE LLC filed by UNITED STATES OF AMERICA. (Attachments: # 1 Civil Cover Sheet, # 2 Summons)(ztnr) (Entered: 10/20/2020)'

describe('what docket text says of itself', () => {
  it.each([
    [complaint, 'Complaint', 'COMPLAINT against GOOGLE LLC', 'UNITED STATES OF AMERICA'],
    [
      'MINUTE ORDER. Pursuant to the discovery hearing held on August 19, 2021, the court orders',
      'Minute entry',
      'MINUTE ORDER',
      '',
    ],
    [
      'ORDER granting 119 Motion to Seal. Signed by Judge X on 1/2/2024. (abc)',
      'Order',
      'ORDER granting 119 Motion to Seal',
      '',
    ],
    [
      'MOTION to Strike 81 Markman Brief by Acme, Inc.. (Attachments: # 1 Text)(DOE, J)',
      'Motion',
      'MOTION to Strike 81 Markman Brief',
      'Acme, Inc.',
    ],
    [
      'Statement of Fees filed by Jane Roe on behalf of General Growth Properties, Inc.. (Roe, Jane)',
      'Report',
      'Statement of Fees',
      'General Growth Properties, Inc.',
    ],
    [
      'Set Deadlines as to 127 MOTION to Seal. Motion set for 5/6/2024.',
      'Other',
      'Set Deadlines as to 127 MOTION to Seal',
      '',
    ],
  ])('%s', (text, type, title, filer) => {
    expect({ type: filingType(text), title: filingTitle(text), filer: filedBy(text) }).toEqual({
      type,
      title,
      filer,
    })
  })

  it('keeps a long title to one line', () => {
    const title = filingTitle(`MOTION ${'for more time '.repeat(40)}`)
    expect(title.length).toBeLessThanOrEqual(140)
    expect(title).toMatch(/…$/)
  })
})

test.each([
  [
    '03/23/2023\t14\tMOTION for Leave to Appear Pro Hac Vice by SERB SA. (Attachments: # 1 Declaration)(DOE, J) (Entered: 03/23/2023)',
    {
      number: '14',
      filedOn: '2023-03-23',
      title: 'MOTION for Leave to Appear Pro Hac Vice',
      type: 'Motion',
      filedBy: 'SERB SA',
    },
  ],
  [
    ' 1/2/2026 Minute Entry for proceedings held before Judge Doe: Hearing held.',
    { number: undefined, filedOn: '2026-01-02', type: 'Minute entry' },
  ],
  [
    '02/02/2010\n4304 \n(3 pgs; 2 docs)\nStatement of Fees filed by Jane Roe on behalf of Acme, Inc.. (Roe, Jane)',
    { number: '4304', filedOn: '2010-02-02', type: 'Report', filedBy: 'Acme, Inc.' },
  ],
  [
    '53\t11/22/2026\tMOTION to Stay by Acme, Inc.',
    {
      number: '53',
      filedOn: '2026-11-22',
      title: 'MOTION to Stay',
      text: 'MOTION to Stay by Acme, Inc.',
    },
  ],
  ['53\nNov 22, 2026\nORDER', { number: '53', filedOn: '2026-11-22', text: 'ORDER' }],
  ['November 22, 2026   53  ORDER', { number: '53', filedOn: '2026-11-22', text: 'ORDER' }],
  [
    'ORDER granting 12 Motion. (Entered: 07/30/2026)',
    { number: undefined, filedOn: '2026-07-30', type: 'Order', filedBy: undefined },
  ],
])('%j', (pasted, expected) => expect(readDocketRow(pasted)).toMatchObject(expected))

test.each([
  '',
  'Some words',
  '13/45/2023 14 MOTION',
  '03/23/2023',
  '2026-07-30 14 MOTION',
  '14 MOTION',
  '53 13/45/2026 MOTION',
  '53 Foo 22, 2026 MOTION',
])('%j is no line of a docket', (pasted) => expect(readDocketRow(pasted)).toBeUndefined())

test('the text is what stands behind the date and the number, to the letter', () => {
  const text = fc.stringMatching(/^[A-Z][\w ,.()#-]{0,80}[a-z)]$/)
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 99_999 }), (words, number) => {
      const row = readDocketRow(`07/30/2026\t${number}\t${words}`)
      expect([row?.number, row?.filedOn, row?.text]).toEqual([String(number), '2026-07-30', words])
    }),
  )
})

test.each([
  ['MOTION for Summary Judgment', 'Motion'],
  ['Emergency MOTION for Protective Order', 'Motion'],
  ['NOTICE of Proposed Order', 'Notice'],
  ['RESPONSE to Order to Show Cause', 'Brief'],
  ['ORDER granting Motion', 'Order'],
  ['STIPULATION AND ORDER', 'Order'],
  ['CONSENT JUDGMENT', 'Judgment'],
])('%s is of type %s', (text, type) => expect(filingType(text)).toBe(type))
