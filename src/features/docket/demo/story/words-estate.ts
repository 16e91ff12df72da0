/** What the receiver does: reports, motions, declarations. */
export const recovery: readonly string[] = [
  'On the afternoon of her appointment the Receiver served the Order Appointing Receiver (ECF No. 5) on each bank known to hold an account of a Receivership Entity. All seven accounts were frozen by the close of the next business day, and the balances were turned over to the receivership account within three weeks.',
  'The Receiver’s staff secured the offices at 400 Commerce Plaza, changed the locks, imaged nineteen computers and two servers, and took custody of 214 boxes of paper. Former employees were interviewed; most have been candid, and three have been retained by the hour to help with leases and investor records.',
  'Mail addressed to any Receivership Entity is forwarded to the Receiver. It has brought to light two insurance policies, a storage unit in Tamarack Falls, an unpaid dividend on cooperative stock worth {small}, and a safe-deposit box, which was opened in the presence of the Commission’s staff and inventoried.',
  'The Receiver has kept the operating properties running where that preserves value. At the Bellwether terminal she retained the manager and the crew of nine, reconciled stored grain to the warehouse receipts of each farmer, and returned to service a dryer that had been idle since the previous harvest for want of a {small} part.',
  'Stored grain was the most urgent matter. The Receiver’s count showed 1,406,300 bushels in the bins against 1,431,900 bushels owed to depositors, a shortfall of under two percent. With the consent of the state warehouse examiner the shortfall was made good from a surety bond, and every depositor who asked for delivery has received it.',
  'The Receiver collected {amount} in rent and crop shares during {quarter}. Two tenants on the Marlow land who had prepaid rent to Mr. Vanterpool in cash have entered into amended leases that credit half of the prepayment and are current.',
  'Insurance had lapsed on three of the properties. The Receiver bound coverage effective immediately, including liability coverage for the terminal and frost coverage for the orchard, at a combined annual premium of {small}. Brightwater Crop Insurance Agency waived its reinstatement charge.',
  'The Receiver has served {n} subpoenas on banks, brokers, title companies and payment processors, and has received responses to all but four. The documents produced so far run to more than 61,000 pages and have been loaded into a database that the Commission’s staff may search.',
  'The Receiver maintains a website for investors at which the principal filings, answers to common questions and a form for updating addresses are posted. It has been visited by investors several thousand times, and her staff has answered {nn} telephone calls and letters since the last report.',
  'Demand letters have been sent to the eleven sales agents who received commissions. Five have settled, returning an average of 71 percent of what they received; the settlements total {amount} and are described in the schedule attached to this filing. The Receiver will seek leave to sue those who have not answered.',
  'The Receiver has investigated transfers to charities and schools. She has written to each recipient of more than $10,000, explaining the basis of the claim and inviting a proposal. Two schools have returned tuition in full, and a land trust has agreed to repay its gift in four installments.',
  'Federal and state tax returns for the funds had not been filed since 2021. The Receiver’s accountants have prepared the missing information returns, obtained the release of {small} in penalties, and asked for a ruling on the status of the receivership estate as a qualified settlement fund.',
  'Harrow Creek leased {n} vehicles and implements from Fairlane Equipment Leasing. Those that no property needed have been returned without deficiency, and the others were bought out at the residual price, which is well below what similar machines have brought at auction this season.',
  'The Receiver holds {cash} in cash as of the date of this filing, in accounts at two insured depositories under agreements that collateralize the balances above the insured amount. No disbursement has been made to any professional except as allowed by order of the Court.',
  'Several investors have written to ask when they will be paid. The Receiver shares their wish for speed. A distribution can be made only after claims have been filed and examined, a plan has been approved on notice, and the principal properties have been sold, and she is pursuing those steps at the same time.',
  'The Receiver has met with representatives of the Ad Hoc Committee on {recent} and on two earlier occasions, and has provided it with the monthly cash reports. The Committee’s comments have improved the claim form and the notice, and its members bear their own costs.',
]

export const properties: readonly string[] = [
  'Cold Spring Orchard is a 412-acre apple and pear orchard in Tamarack County. The Receiver arranged for the harvest through a neighboring grower on shares, so that no payroll was required, and the packing shed was operated for sixty-one days by a custom packer at a fixed charge for each bin.',
  'The Bellwether Grain Terminal in Lakemont has eleven steel bins, a rail spur and storage for 2.3 million bushels. It is the most valuable of the properties and the only one that produces regular income; it is also the only one subject to a recorded institutional mortgage, held by First Prairie Agricultural Bank.',
  'Marlow Ranch consists of 2,960 acres in four parcels along County Route 9. Fences on the northern parcel had been down for two years. The Receiver required the grazing tenant to repair them against rent, and has corrected an error in the legal description that had prevented the recording of the lease.',
  'Three Sisters Vineyard was planted in 2018 on a slope without a water right. About a third of the vines are dead. The Receiver has obtained a broker’s opinion and the views of two growers, who agree that the land is worth more cleared, and has stopped all spending on it except for weed control required by the county.',
  'The Heron Point Residence is titled in Vanterpool Family Holdings, LLC. The purchase price and {amount} of later improvements came from investor accounts, as the tracing schedule shows. Under the Preliminary Injunction (ECF No. 10) it may not be sold, encumbered or leased, and the Receiver inspects it every quarter.',
  'The aircraft, a 2017 single-engine turboprop, was found at Kettle Hollow airfield with an expired annual inspection. The Receiver paid hangar arrears of {small} under protest to obtain the logbooks, without which an aircraft of this kind loses about a third of its value.',
  'Equipment at the four agricultural properties includes tractors, sprayers, a bin dumper, two grain trucks and a truck scale. It has been photographed and inventoried. Items needed for operation stay where they are; the remainder has been brought under lock at the terminal and will be sold at public auction.',
  'The leasehold at 400 Commerce Plaza was rejected as of the end of the second month. Furniture was sold to the incoming tenant for {small}; servers and paper records were moved to a secure unit with a monthly rent that is one-fortieth of the office’s.',
]

/** What became of some of them, from the day on which it was known; by their place in the list above. */
const LATER: readonly (readonly [index: number, from: string, text: string])[] = [
  [
    0,
    '2026-01-30',
    'Cold Spring Orchard was sold on the terms approved by the Court (ECF No. 25). The net proceeds of $6,498,214 are held in the segregated account, and the holdback for the compressor has been released. The Receiver has no further duty as to the property.',
  ],
  [
    4,
    '2026-04-18',
    'The Heron Point Residence belongs to the estate under the Court’s opinion and order of April 17, 2026 (ECF No. 34). The deed was executed within the time allowed. The Receiver has interviewed three brokers with experience of lake property and has had the boathouse roof repaired for {small}.',
  ],
  [
    5,
    '2026-10-01',
    'The aircraft was sold at auction for $3,065,000, above its reserve. The buyer’s wire cleared the same week and the aircraft has left the State. Hangar rent and insurance have ended, and the premium for the unexpired term has been returned.',
  ],
]

export function propertiesOn(filedOn: string): string[] {
  return properties.map((text, i) => {
    const later = LATER.find(([index, from]) => index === i && from <= filedOn)
    return later?.[2] ?? text
  })
}

export const accounting: readonly string[] = [
  'The forensic accountants reconstructed the receipts and disbursements of every account of the Receivership Entities from January 2019 onward. The reconstruction rests on bank statements, wire advices, cancelled checks and deposit items obtained from the banks themselves, not on the ledgers of Harrow Creek, which proved unreliable.',
  'Each of the 41,870 transactions was assigned to one of fourteen categories. Where the payee or purpose was not evident, the accountants looked to contemporaneous e-mail and to the recollection of the former bookkeeper; {nn} transactions totalling {amount} remain unassigned and are shown separately.',
  'Receipts from investors were commingled on arrival. On a typical day the operating account received several deposits, swept them to {account}, and from there paid distributions, operating bills and personal charges without distinction. It is not possible to associate a particular investor’s deposit with a particular property.',
  'In forty-nine of the seventy-nine months examined, property receipts did not cover property expenses. The exceptions are the autumn months in which crop proceeds arrived. The largest single source of non-investor money in the period was a bank loan, which cannot be called income.',
  'Had no new money been raised after {date}, the funds would have been unable to pay the distribution due at the end of the following month. The accountants tested this conclusion on nine different dates; on none of them did the funds hold more than {n} days’ distributions.',
  'Transfers to or for the benefit of Mr. Vanterpool total $23,417,662. They include {amount} paid to Lake Ammerance Savings, charges of {amount} on three credit cards, and checks to Pell Street Interiors whose memo lines refer to the Heron Point house.',
  'Where money from investors and from other sources met in one account, the accountants applied the lowest intermediate balance rule, under which funds withdrawn are presumed to be the holder’s own until the balance falls below the amount held in trust. They also ran a first-in, first-out computation as a check; the results differ by less than two percent.',
  'On {date} a wire of {amount} left {account} for the escrow agent in the Heron Point purchase. In the five preceding days the account had received deposits from {n} investors and nothing else. Its balance before those deposits was {small}.',
  'Net winners, meaning investors who received more than they put in, number 83. Their excess totals {amount}. The remaining 529 investors have lost principal; their losses, after credit for all distributions and redemptions, come to $81.3 million.',
  'The accountants found no evidence of undisclosed accounts abroad. Two prepaid card programs and one brokerage account not listed in the sworn accounting were found in the state’s unclaimed-property records; together they held {small}, which has been recovered.',
]
