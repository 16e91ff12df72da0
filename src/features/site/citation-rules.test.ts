import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { courtName } from '../import-export/recap-case.ts'
import { abbreviateCourt, citeFiling, shortCaption } from './citation-rules.ts'

const site = {
  caption: 'Sec. & Exch. Comm’n v. Roe Holdings, LLC, et al.',
  caseNumber: '1:26-cv-01234',
  court: 'United States District Court for the Southern District of New York',
}
const filing = { number: 45, attachment_number: 2, filed_on: '2026-07-30', title: 'Exhibit B' }

describe('a citation', () => {
  const caption = 'Sec. & Exch. Comm’n v. Roe Holdings, LLC'
  const number = 'No. 1:26-cv-01234'

  const main = { attachment_number: 0, filed_on: '2026-09-01' }
  const minute = { number: null, attachment_number: 0, title: 'Minute Order' }

  it.each([
    ['an attachment', {}, 'filed July 30, 2026), ECF No. 45-2'],
    ['the main document, as the entry', main, 'filed Sept. 1, 2026), ECF No. 45'],
    ['a minute entry', minute, 'filed July 30, 2026), Minute Order'],
  ])('of %s', (_, changed, end) => {
    const citation = citeFiling(site, { ...filing, ...changed })
    expect(citation).toBe(`${caption}, ${number} (S.D.N.Y. ${end}`)
  })

  it('leaves out what is not set yet', () => {
    const end = '(S.D.N.Y. filed July 30, 2026), ECF No. 45-2'
    expect(citeFiling({ ...site, caseNumber: ' ' }, filing)).toBe(`${caption} ${end}`)
    const withoutCourt = `${caption}, ${number} (filed July 30, 2026), ECF No. 45-2`
    expect(citeFiling({ ...site, court: '' }, filing)).toBe(withoutCourt)
    expect(citeFiling({ caption: '', caseNumber: '', court: '' }, filing)).toBe(
      end.replace('S.D.N.Y. ', ''),
    )
  })

  test('is one line that begins and ends with no blank, whatever was typed', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, text, text, text, (caption, caseNumber, court, title) => {
        const citation = citeFiling({ caption, caseNumber, court }, { ...filing, title })
        expect(citation).not.toMatch(/[\n\r\t]/)
        expect(citation).toBe(citation.trim())
        expect(citation).toMatch(/filed July 30, 2026\), ECF No\. 45-2$/)
      }),
    )
  })
})

test.each([
  ['Doe v. Roe', 'Doe v. Roe'],
  ['Doe et al vs Roe, et al.', 'Doe v. Roe'],
  ['John Doe, Plaintiff, v. Roe Inc., Defendant.', 'John Doe v. Roe Inc.'],
  ['JANE DOE,\nPlaintiffs\nv.\nROE INC., Defendants', 'JANE DOE v. ROE INC.'],
  ['In re General Growth Properties, Inc.', 'In re General Growth Properties, Inc.'],
  ['General Growth Properties, Inc.', 'In re General Growth Properties, Inc.'],
  ['In the Matter of the Estate of Roe', 'In re Estate of Roe'],
  ['Ex parte Young', 'Ex parte Young'],
])('the caption %j is cited as %j', (caption, expected) => {
  expect(shortCaption(caption)).toBe(expected)
})

test.each([
  ['United States District Court for the Southern District of New York', 'S.D.N.Y.'],
  ['United States District Court, Central District of California', 'C.D. Cal.'],
  ['U.S. District Court for the District of Massachusetts', 'D. Mass.'],
  ['United States District Court for the District of Columbia', 'D.D.C.'],
  ['United States District Court, Northern District of West Virginia', 'N.D. W. Va.'],
  ['United States Bankruptcy Court, Southern District of New York', 'Bankr. S.D.N.Y.'],
  ['United States Court of Appeals for the District of Columbia Circuit', 'D.C. Cir.'],
  ['United States Court of Appeals for the Federal Circuit', 'Fed. Cir.'],
  ['Supreme Court of the United States', 'U.S.'],
  ['United States District Court, Eastern District of Franklin', 'E.D. Franklin'],
])('%s is %s', (name, expected) => {
  expect(abbreviateCourt(name)).toBe(expected)
})

test.each(['nysd', 'nysb', 'wvnd'])(
  'the court that an import names for %s has an abbreviation',
  (id) => {
    expect(abbreviateCourt(courtName(id))).toMatch(/^(Bankr\. )?[NSEWMC]?\.?D\. ?[A-Z].{1,5}$/)
  },
)
