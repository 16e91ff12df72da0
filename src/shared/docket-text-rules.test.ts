import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filedBy, filingTitle, filingType, isTextOnly } from './docket-text-rules.ts'

test.each([
  ['COMPLAINT against X filed by Y. (Attachments: # 1 Z)', 'Complaint', 'COMPLAINT against X', 'Y'],
  ['MINUTE ORDER. Pursuant to the hearing held', 'Minute entry', 'MINUTE ORDER', ''],
  ['ORDER on 9 Motion. Signed by Judge X on 1/2/2024. (abc)', 'Order', 'ORDER on 9 Motion', ''],
  ['Report of Sale by J. Roe on behalf of Y Inc.. (Roe, J)', 'Report', 'Report of Sale', 'Y Inc.'],
  ['(E-filed) REPLY to 12 by Roe (Entered: 1/7/2026)', 'Brief', '(E-filed) REPLY to 12', 'Roe'],
  ['30(b)(6) NOTICE of Deposition (abc)', '', '30(b)(6) NOTICE of Deposition', ''],
  ['Set/Reset Deadlines: due by 12/7/2026. (abc)', '', 'Set/Reset Deadlines: due by 12/7/2026', ''],
  ['ORDER as to John Roe (2)', 'Order', 'ORDER as to John Roe', ''],
  ['EXHIBIT(S) - 1 Lease', '', 'EXHIBIT(S) - 1 Lease', ''],
  ['Filed (ECF) reply brief for review. [11778722]', '', 'Filed reply brief for review', ''],
])('%s says what it is', (text, type, title, filer) => {
  expect([filingType(text), filingTitle(text), filedBy(text)]).toEqual([type, title, filer])
})

test.each([
  ['Findings of Fact, Conclusions of Law and Order Confirming Plan', 'Order'],
  ['Memo Endorsement on 12 Letter', 'Order'],
  ['PRELIMINARY INJUNCTION', 'Order'],
  ['Memorandum Decision Granting Motion to Dismiss', 'Opinion'],
  ['CONSENT DECREE', 'Judgment'],
  ['Answer to Complaint', 'Answer'],
  ['Amended ANSWER', 'Answer'],
  ['MOTION for Summary Judgment', 'Motion'],
  ['NOTICE OF MOTION TO STAY', 'Motion'],
  ['Cross-Motion', 'Motion'],
  ['Supplemental Application to Employ Roe LLP', 'Motion'],
  ['Notice Adjourning Motion to Dismiss', 'Notice'],
  ['NOTICE of Proposed Order', 'Notice'],
  ['NOTICE OF FILED OPPOSITION', 'Notice'],
  ['Request for Judicial Notice', ''],
  ['Reply Declaration of John Roe', 'Declaration'],
  ['SUR-REPLY to 12 Motion', 'Brief'],
  ['RESPONSE to Order to Show Cause', 'Brief'],
  ['Joint Response to Motion to Stay', 'Brief'],
  ['Objections to Report and Recommendation', 'Brief'],
  ['Joint Discovery Letter Brief', 'Brief'],
  ['LETTER re Motion to Compel', 'Letter'],
  ['Proof of Service', 'Service'],
  ['Amended Minute Entry for proceedings held', 'Minute entry'],
  ['CIVIL MINUTES', 'Minute entry'],
  ['RULE 26(f) Report', 'Report'],
  ['FINDINGS and RECOMMENDATIONS re 1 Complaint', 'Report'],
  ['Redacted Transcript of Trial', 'Transcript'],
  ['Transcript Order Form', 'Transcript'],
  ['Memorandum & Opinion', 'Opinion'],
  ['Satisfaction of Judgment filed by Acme', ''],
  ['Abstract of Judgment', ''],
  // Whoever filed it, and whatever was noted before it.
  ["Debtors' Motion for Entry of an Order", 'Motion'],
  ["CLERK'S JUDGMENT in favor of Acme", 'Judgment'],
  ['Chapter 7 Trustee’s Report of Sale', 'Report'],
  ['District Judge Ann D. Roe: ELECTRONIC ORDER entered granting 31 Motion', 'Order'],
  ['Adversary case 26-03015. 21 (Lien): Complaint by Acme', 'Complaint'],
  ['***FILED IN ERROR - REFILED AS 14*** MOTION to Seal', 'Motion'],
])('%s has the type %j', (text, type) => expect(filingType(text)).toBe(type))

const TITLES: Record<string, string> = {
  'MOTION for Leave re Hua, Esq.. Motion set for 9/16.': 'MOTION for Leave re Hua, Esq.',
  'Letter to Jose R. Almonte, U.S.M.J. (X, Y)': 'Letter to Jose R. Almonte, U.S.M.J.',
  'REDACTION to 109 Brief in Opposition,,, by X': 'REDACTION to 109 Brief in Opposition',
  // Too long for a line, and not cut within a name.
  'Summons issued as to Annora Pharma Private Limited, Grace Consulting Services, Inc., Hetero Labs Limited, Hetero Unit Five of the Private Kind':
    'Summons issued as to Annora Pharma Private Limited, Grace Consulting Services, Inc., Hetero Labs Limited…',
  'Order Signed on 2/16/2010 Granting the Employment and Retention of KPMG LLP to Perform Tax Compliance and Tax Consulting Services to GGP Limited':
    'Order Signed on 2/16/2010 Granting the Employment and Retention of KPMG LLP to Perform Tax Compliance and Tax Consulting Services…',
  [`MOTION ${'for more time '.repeat(40)}`]: `MOTION ${'for more time '.repeat(9).trim()}…`,
  'ORDER granting (55) Motion to Seal. Signed by X.': 'ORDER granting (55) Motion to Seal',
  'REPLY re (31-2) Motion to Stay, filed by Acme.': 'REPLY re (31-2) Motion to Stay',
  'ORDER by Judge Vi Roe granting 31 Motion. (Filed on 1/5/2026)': 'ORDER granting 31 Motion',
  'ORDER signed by District Judge Jane A. Roe, Jr. on 1/5/26 DENYING 12 Motion to Stay.':
    'ORDER DENYING 12 Motion to Stay',
  'Order signed by the clerk': 'Order',
  'Text Order granting 8 Motion entered by Judge Jo Roe. Before': 'Text Order granting 8 Motion',
  'Order by Judge Roe Granting 8 Motion to Seal': 'Order Granting 8 Motion to Seal',
  'SERVICE BY MAIL: 3 Order, served on Roe. (Doe, J)': 'SERVICE BY MAIL: 3 Order, served on Roe',
  'Adversary case 26-03015. Complaint (21 (Lien)) filed by Acme': 'Complaint',
  'BRIEF, on behalf of Appellant Acme, FILED. [4001236]': 'BRIEF',
  'CAPTION, case, OPENED.[4001235] [26-321]': 'CAPTION, case, OPENED',
  'MOTION [2149999] to extend time filed by Acme': 'MOTION to extend time',
  'Opening Brief submitted by Appellant Acme': 'Opening Brief',
  'Objection to (related document(s)45) Filed by Acme': 'Objection',
  'AMENDED COMPLAINT against Roe.Document filed by Acme.': 'AMENDED COMPLAINT against Roe',
}

test.each(Object.entries(TITLES))('%s has the title %j', (text, title) =>
  expect(filingTitle(text)).toBe(title),
)

test('trimming leaves no separator at the end, however many there are', () => {
  const separators = fc.string({ unit: fc.constantFrom(' ', ',', '.', ';', '-') })
  fc.assert(
    fc.property(separators, separators, (inside, after) => {
      expect(filingTitle(`Letter${inside}A${after}`)).not.toMatch(/[\s.,:;-]$/)
    }),
  )
})

test.each([
  ['ORDER granting 119 Motion filed by Acme, Inc. Signed by Judge X.', ''],
  ["CLERK'S QUALITY CONTROL MESSAGE - The 47 Notice submitted on behalf of attorneys", ''],
  ['USCA Mandate as to 60 Notice of Appeal filed by Jane Roe. USCA Case Number 26-321.', ''],
  ['MANDATE of USCA as to 60 Notice of Appeal filed by Jane Roe', ''],
  ['Notice of Hearing (RE: related document(s)12 Motion filed by Debtor Acme (Inc.)).', ''],
  ['Notice Filed by Trustee Roe (RE: related document(s)12 Motion filed by Acme).', 'Trustee Roe'],
  ['Objection (related documents 12 Motion filed by Acme) Filed by Bank, N.A.', 'Bank, N.A.'],
  ['[PROPOSED] ORDER filed by Acme', 'Acme'],
  ["Plaintiff's Proposed Order filed by Acme", 'Acme'],
  ['Notice of Request by Pro Hac Vice Jane Roe to receive Notices of Filings.', 'Jane Roe'],
  ['Notice on behalf of Old LLC filed by J. Doe on behalf of New LLC', 'New LLC'],
  ['MOTION to Continue Trial by USA as to JOHN ROE (Doe, Jane)', 'USA'],
  ['Motion filed by Acme Corp. The Hearing date is set for 3/2/2026 (Doe, J)', 'Acme Corp.'],
  ['Motion filed by Acme, Inc. Hearing scheduled for 1/2/2026 at 10:00 AM', 'Acme, Inc.'],
  ['Motion filed by Jane Roe on behalf of Fifth Bank Objections due by 2/11/2026', 'Fifth Bank'],
  ['Objection on behalf of Acme Corp. filed by John Roe. (Roe, John)', 'Acme Corp.'],
  ['RESPONSE on behalf of Acme, Inc. by John Roe (Roe, John)', 'Acme, Inc.'],
  ['Notice on behalf of PB (USA) Realty Corporation. (Roe, J)', 'PB (USA) Realty Corporation'],
  ['Document filed by Jane Roe.Filed In Associated Cases: 1:20-cv-08924', 'Jane Roe'],
  ['LETTER, on behalf of Appellant Jane Roe, RECEIVED.[12] [25-4312]', 'Appellant Jane Roe'],
  ['MOTION by Plaintiff Jane Roe for leave to file (Doe, J)', 'Plaintiff Jane Roe'],
  ['MOTION for Admission of A. Roe, Esq. by Acme, Inc.. (Attachments: # 1 A)', 'Acme, Inc.'],
  ['Brief filed by Center for Biological Diversity. (Roe, J)', 'Center for Biological Diversity'],
  ['MOTION to Intervene by eBay Inc. (Roe, J)', 'eBay Inc.'],
  ['MOTION by State of Ohio, et al. re 12 Motion; more', 'State of Ohio, et al.'],
  ['Response filed by Fifth Bank, as Trustee of Roe re 12', 'Fifth Bank, as Trustee of Roe'],
  ['REPLY filed by defendants in support of 12 MOTION', 'defendants'],
  ['Brief to be filed by the parties and the hearing will be held', ''],
  ['Motion filed by Acme Corporation this day (Doe, J)', ''],
  ['Certificate of Mailing by First Class Mail', ''],
  ['Notice of Hearing by Judge Roe', ''],
  ['Notice filed by the Clerk of Court', ''],
  ['NOTICE OF REMOVAL by Acme from Superior Court, case 26CV1.', 'Acme'],
  ['Complaint; Filed by: Acme Inc. (Plaintiff)', 'Acme Inc.'],
  ['BRIEF on behalf of Acme Inc. Certificate of Service Date: 01/12/2026.', 'Acme Inc.'],
])('%s: filed by "%s"', (text, filer) => expect(filedBy(text)).toBe(filer))

test.each([
  ['TEXT ORDER: the conference is adjourned.', true],
  ['Judge Roe: ELECTRONIC ORDER entered granting 45 Motion', true],
  ['ORDER granting 45 Motion. (Text entry; no document attached.)', true],
  ['PAPERLESS ORDER granting 45', true],
  ['ORDER granting 45 Motion', false],
  ['MOTION to Amend 45 Text Order', false],
])('%s is text only: %s', (text, expected) => expect(isTextOnly(text)).toBe(expected))
