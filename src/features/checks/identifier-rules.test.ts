import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { findIdentifiers, mask } from './identifier-rules.ts'

const identifiersIn = (text: string) =>
  findIdentifiers(text).map(({ label, masked }) => [label, masked])

test.each([
  ['his number, 123-45-6789, and', 'Social Security number', 'xxx-xx-6789'],
  ['SSN: 123 45 6789', 'Social Security number', 'xxx xx 6789'],
  ['SSN 123‑45‑6789', 'Social Security number', 'xxx-xx-6789'],
  ['her number 123−45−6789', 'Social Security number', 'xxx-xx-6789'],
  ['123 - 45 - 6789', 'Social Security number', 'xxx - xx - 6789'],
  ['Soc. Sec. # 123456789', 'Social Security number', 'xxxxx6789'],
  ['FEIN: 12-3456789', 'Taxpayer identification number', 'xx-xxx6789'],
  ['Tax I.D. No. 12-3456789', 'Taxpayer identification number', 'xx-xxx6789'],
  ['Employer ID No. 12-3456789', 'Taxpayer identification number', 'xx-xxx6789'],
  ['Diners 3056 930902 5904', 'Card number', 'xxxx xxxxxx 5904'],
  ['an account numbered 1234567890', 'Account number', 'xxxxxx7890'],
  ['Loan Number: 0012345678', 'Account number', 'xxxxxx5678'],
  ['was born in Boston on March 15, 1985', 'Date of birth', 'xxxxx xx, 1985'],
  ['Birthday: March 15, 1985', 'Date of birth', 'xxxxx xx, 1985'],
  ['DL# S1234567', 'Driver’s license number', 'xxxx4567'],
  ['Driver’s License: CA D1234567', 'Driver’s license number', 'xx xxxx4567'],
  ['operator’s license 123456789', 'Driver’s license number', 'xxxxx6789'],
  ['SSN: 123.45.6789', 'Social Security number', 'xxx.xx.6789'],
  ['Social Security number (SSN) 123456789', 'Social Security number', 'xxxxx6789'],
  ['SS# 123456789', 'Social Security number', 'xxxxx6789'],
  ['Mastercard 2223 0000 4840 0011', 'Card number', 'xxxx xxxx xxxx 0011'],
  ['Account Number ........ 123456789012', 'Account number', 'xxxxxxxx9012'],
  ['Date of Birth (mm/dd/yyyy): 01/02/1970', 'Date of birth', 'xx/xx/1970'],
  ['DOB: 1970-01-02', 'Date of birth', '1970-xx-xx'],
  ['DOB 01.02.1970', 'Date of birth', 'xx.xx.1970'],
  ['born on 2 January 1970', 'Date of birth', 'x xxxxxxx 1970'],
  ['passport (No. C01234567)', 'Passport number', 'xxxxx4567'],
  ['ITIN 912-75-1234.', 'Taxpayer identification number', 'xxx-xx-1234'],
  ['EIN: 12-3456789', 'Taxpayer identification number', 'xx-xxx6789'],
  ['Taxpayer ID number 12-3456789', 'Taxpayer identification number', 'xx-xxx6789'],
  ['paid with 4111 1111 1111 1111 on', 'Card number', 'xxxx xxxx xxxx 1111'],
  ['Amex 3782-822463-10005', 'Card number', 'xxxx-xxxxxx-x0005'],
  ['acct # 12-3456-78', 'Account number', 'xx-xx56-78'],
  ['IBAN DE89 3704 0044 0532 0130 00', 'Account number (IBAN)', 'xxxx xxxx xxxx xxxx xx30 00'],
  ['DOB 1/2/70', 'Date of birth', 'x/x/70'],
  ['whose date\r\nof birth: January 2,\r\n1970', 'Date of birth', 'xxxxxxx x,\r\n1970'],
  ['her social \r\nsecurity number\r\n123456789', 'Social Security number', 'xxxxx6789'],
  ['Driver’s License No. D123-4567-8901', 'Driver’s license number', 'xxxx-xxxx-8901'],
  ['the number 123-45-\r\n6789 and', 'Social Security number', 'xxx-xx-\r\n6789'],
  ['SSN: 1 2 3 - 4 5 - 6 7 8 9', 'Social Security number', 'x x x - x x - 6 7 8 9'],
  ['Social Security No. of debtor: 123456789', 'Social Security number', 'xxxxx6789'],
  ['social-security number 123456789', 'Social Security number', 'xxxxx6789'],
  ['date of birth of John Roe is May 2, 1980', 'Date of birth', 'xxx x, 1980'],
  ['born on the 3rd day of March, 1971', 'Date of birth', 'xxx xxx xxx xx xxxxx, 1971'],
  ['CDL No. 12345678', 'Driver’s license number', 'xxxx5678'],
  ['operator license no. 12345678', 'Driver’s license number', 'xxxx5678'],
  ['1 2 3 - 4 5 - 6 7 8 9', 'Social Security number', 'x x x - x x - 6 7 8 9'],
  ['l23-4S is read as l23-4O-6789', 'Social Security number', 'xxx-xx-6789'],
  ['SSNs of the debtors: 123456789', 'Social Security number', 'xxxxx6789'],
  ['accounts 1234567890 and others', 'Account number', 'xxxxxx7890'],
  ['brokerage account Z12-345678', 'Account number', 'xxx-xx5678'],
  ['card 4111 1111\r\n1111 1111', 'Card number', 'xxxx xxxx\r\nxxxx 1111'],
  ['4111.1111.1111.1111', 'Card number', 'xxxx.xxxx.xxxx.1111'],
  ['D O B: 03/15/1985', 'Date of birth', 'xx/xx/1985'],
  ['DOB 03 15 1985', 'Date of birth', 'xx xx 1985'],
  ['DOB 03151985', 'Date of birth', 'xxxx1985'],
  ['DOB: 15-MAR-1985', 'Date of birth', 'xx-xxx-1985'],
  ['Date of Birth/Age: 03/15/1985', 'Date of birth', 'xx/xx/1985'],
  ['gave her date of birth as March 15, 1985', 'Date of birth', 'xxxxx xx, 1985'],
  ['born at the clinic on or about March 15, 1985', 'Date of birth', 'xxxxx xx, 1985'],
  ['a passport bearing number C01234567', 'Passport number', 'xxxxx4567'],
  ['123-45-6789A', 'Social Security number', 'xxx-xx-6789'],
  ['Her Social Security number, which is 123456789', 'Social Security number', 'xxxxx6789'],
  ['Q. What is your date of birth?\r\n7 A. March 15, 1985', 'Date of birth', 'xxxxx xx, 1985'],
  ['Q. And your SSN? A. It’s 123456789.', 'Social Security number', 'xxxxx6789'],
  ['a date of birth of March 15, 1985', 'Date of birth', 'xxxxx xx, 1985'],
  ['DL 12345678', 'Driver’s license number', 'xxxx5678'],
  ['Driver’s Lic. No. S1234567', 'Driver’s license number', 'xxxx4567'],
])('an identifier stays out of public filings: %s', (text, label, masked) => {
  expect(identifiersIn(text)).toEqual([[label, masked]])
})

test.each([
  'xxx-xx-6789',
  '***-**-6789',
  'Social Security number ending in 6789',
  'account ending 6789',
  'Account No. xxxxxx6789',
  'born in 1970',
  'DOB: 1970',
  'DOB 13/45/1970',
  'Case 1:20-cv-10189 Document 12-1 Filed 02/05/20',
  'Phone: 212-555-0100, fax 212-555-0101',
  'Bates PLTF000123456789',
  '000-12-3456',
  'ZIP 10004-1234',
  '4111 1111 1111 1112',
  '123-45-6789AB',
  'No. 1234567890123456789',
  '11 U.S.C. 363',
  'on account of 2019 sales',
  'paid on account 01-02-2019',
  'paid on account 10042020',
  'PageID.123456789',
  'a loan of 1234567 dollars',
  'born in 1985 and, on March 15, 2020, married',
  '617 - 555 - 0123',
  '02110−1234',
  'DOB 19851985',
  'oil-lO-IOIO is a pattern, and 5l2-O is a part',
  'accounts receivable 1234567',
  '4532\r\n4533\r\n4534\r\n4535',
  'what to do B 03/15/2024',
  'All accounts 2023 2024 Change',
  'account with ABC1234',
])('%s is not an identifier', (text) => {
  expect(identifiersIn(text)).toEqual([])
})

it('each identifier is found with its place in the text', () => {
  const text = 'a 123-45-6789 b 234-56-7890'
  const found = findIdentifiers(text).map(({ start, end }) => text.slice(start, end))
  expect(found).toEqual(['123-45-6789', '234-56-7890'])
})

it('never shows more than the last four letters and digits', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const masked = mask(text)
      expect(masked).toHaveLength(text.length)
      expect(masked.replace(/x/g, '').replace(/[^\p{L}\p{N}]/gu, '').length).toBeLessThanOrEqual(4)
    }),
  )
})
