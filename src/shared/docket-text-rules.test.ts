import { describe, expect, it, test } from 'vitest'
import { filedBy, filingTitle, filingType } from './docket-text-rules.ts'

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
      '',
      'Set Deadlines as to 127 MOTION to Seal',
      '',
    ],
    [
      'Filed (ECF) Appellant’s reply brief for review. [11778722]',
      '',
      'Filed Appellant’s reply brief for review',
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
  ['MOTION for Summary Judgment', 'Motion'],
  ['NOTICE OF MOTION TO STAY', 'Motion'],
  ['RESPONSE TO MOTION TO COMPEL', 'Brief'],
  ['Joint Response to Motion to Stay', 'Brief'],
  ['Objections to Report and Recommendation', 'Brief'],
  ['LETTER re Motion to Compel', 'Letter'],
  ['Notice of Withdrawal of Motion', 'Notice'],
  ['Emergency MOTION for Protective Order', 'Motion'],
  ['NOTICE of Proposed Order', 'Notice'],
  ['RESPONSE to Order to Show Cause', 'Brief'],
  ['ORDER granting Motion', 'Order'],
  ['STIPULATION AND ORDER', 'Order'],
  ['CONSENT JUDGMENT', 'Judgment'],
])('%s is of type %s', (text, type) => expect(filingType(text)).toBe(type))

test.each([
  ["TEXT ORDER: Defendants' response shall be filed by March 12, 2024. Signed by Judge X.", ''],
  ['ORDER granting 119 Motion filed by Acme, Inc. Signed by Judge X.', ''],
  [
    "CLERK'S QUALITY CONTROL MESSAGE - The 47 Notice submitted on behalf of attorneys of record",
    '',
  ],
  ['NOTICE: objections are to be filed by 3/12/2024.', ''],
  ['PROPOSED ORDER filed by Acme, Inc. (DOE, J)', 'Acme, Inc.'],
  [
    'Notice of Request by Pro Hac Vice Jane Roe to receive Notices of Electronic Filings.',
    'Jane Roe',
  ],
  [
    'Notice of Withdrawal Of Appearance On Behalf Of Acme LLC filed by J. Doe on behalf of Acme LLC',
    'Acme LLC',
  ],
])('%s: filed by "%s"', (text, filer) => expect(filedBy(text)).toBe(filer))
