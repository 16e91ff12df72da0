/** Exhibits that are neither tables nor contracts: offering pages, appraisals, e-mails, letters, instruments. */
export const offeringMemorandum: readonly string[] = [
  'The Fund. Harrow Creek Agricultural Income Fund II, LP (the “Fund”) has been organized to acquire income-producing agricultural real estate in the Mid-Valley region. The Fund is offering 1,200 limited partnership interests at $50,000 per interest, with fractional interests at the discretion of the General Partner.',
  'Preferred Distribution. Limited Partners are expected to receive a cumulative preferred distribution of ten and one-half percent (10.5%) a year, paid monthly from rents, crop shares and storage income. The Fund has never missed or reduced a monthly distribution.',
  'Use of Proceeds. Not less than ninety percent (90%) of the gross proceeds will be used to acquire and improve agricultural property. Organization and offering expenses will not exceed two percent. No selling commissions will be paid from the proceeds of this offering.',
  'Independent Valuation. Each property is valued annually by independent, state-certified appraisers selected by the Investment Committee. The average annual increase in value of the Fund’s properties since inception has been 7.9 percent.',
  'Investment Committee. Acquisitions and dispositions require the approval of a majority of a committee of five persons, whose combined experience in agriculture, lending and accounting exceeds one hundred and forty years.',
  'The General Partner. Harrow Creek Capital Partners, LLC was founded by Desmond R. Vanterpool, a third-generation Franklin farmer, in order “to let ordinary families own the ground that feeds them.” The General Partner receives a management fee only when the preferred distribution has been paid.',
  'Redemption. A Limited Partner may redeem all or part of an interest on sixty days’ notice after the first anniversary of purchase. The General Partner may defer redemptions for up to one harvest season if necessary to protect remaining partners.',
  'Risk Factors. Farming is subject to weather, pests and prices. The General Partner believes that the diversity of the Fund’s properties and its policy of leasing to experienced operators on fixed rents reduce these risks substantially.',
  'Suitability. Interests are offered to persons with a sincere interest in agriculture. A purchaser need not be an accredited investor if the General Partner is satisfied that the purchaser understands the investment.',
  'Questions. Prospective investors are invited to attend one of our Harvest Suppers, at which Mr. Vanterpool and members of the team will answer questions. Dinner is our treat.',
]

export const appraisal: readonly string[] = [
  'Purpose. The purpose of this appraisal is to estimate the market value of the fee simple interest in the subject property as of the date of inspection, for use by the United States District Court in connection with a sale under 28 U.S.C. § 2001(b). The appraiser was appointed by the Court and has no interest in the property.',
  'The Region. Tamarack County lies between the Sorrel River and the first range of hills. Air drainage is good and late frosts are confined to the lowest benches. The county has about 9,800 acres of bearing fruit, down from 11,300 a decade ago, as older blocks have been removed faster than new ones were planted.',
  'The Site. The property consists of 412 acres in three contiguous parcels with 1.4 miles of frontage on Cold Spring Road. Slopes are between three and nine percent. Soils are chiefly Ammer silt loam, well drained, with a band of heavier clay along the creek that is planted to pears.',
  'Plantings. There are 318 acres of trees. About forty percent are on dwarfing rootstock planted since 2012 and are in full production; the remainder are older semi-dwarf trees whose yield and packout are below the county’s average. Pruning is a season behind.',
  'Water. The property holds a senior right to 2.1 cubic feet per second from Cold Spring Creek, with a priority of 1911, and two permitted wells. Water has never been curtailed. The assessment for the current year is unpaid.',
  'Improvements. The packing shed, built in 1988 and enlarged in 2004, contains a single-lane line of modest speed. Cold storage for 38,000 bins is in three rooms, one of which has a compressor in need of repair. Two dwellings and a bunkhouse are habitable.',
  'Highest and Best Use. The highest and best use of the property is its continued use as an orchard with staged replanting of the older blocks. Residential subdivision is not permitted by the county’s agricultural zone and is not probable within a reasonable holding period.',
  'Sales Comparison. I considered eleven sales of orchards in three counties during the last thirty months and relied principally on the six shown in the table. Adjustments were made for age of trees, water, buildings, size and date.',
  'Income Approach. Net income attributable to land and trees was estimated from the county’s five-year average yields and the prices reported by two packers, with a deduction for deferred pruning. Capitalized at 7.4 percent it supports the value concluded by comparison.',
  'Cost Approach. The cost approach was given little weight because the depreciation of older trees and buildings cannot be measured directly from the market.',
  'Reconciliation. The sales are recent, reasonably similar and verified with a party to each. The income approach is in line with them. In my opinion buyers of this type of property rely on sales first and on income as a check, and I have done the same.',
  'Certification. I certify that the statements of fact in this report are true and correct, that my analysis is my own and unbiased, that my fee does not depend on the value reported, and that I inspected the property in person on two days.',
]

export const emails: readonly (readonly [
  from: string,
  to: string,
  subject: string,
  body: string,
])[] = [
  [
    'D. Vanterpool',
    'Sales team',
    'this week',
    'Folks – we are light for the 15th. Who is close? The couple from the Grange dinner said they would do another 75. Remind everyone that the 14% note closes at month end. It has closed at every month end so far but they do not know that.',
  ],
  [
    '[Employee B]',
    'D. Vanterpool',
    'Re: this week',
    'Commitments as of noon are 212. The fifteenth is 518. Operating has 41. Do you want me to hold the vendor checks again? The feed store called twice.',
  ],
  [
    'D. Vanterpool',
    '[Employee B]',
    'Re: Re: this week',
    'Hold vendors. Pay investors first, always, that is what keeps the wheels on. Move whatever is in Management over and we will move it back next week.',
  ],
  [
    '[Investor 214]',
    'Harrow Creek Investor Relations',
    'redemption',
    'I sent my notice in March and it is now June. My husband’s care home has raised its rate and I need at least half of the money. Is something the matter? Nobody answers the number on the statement.',
  ],
  [
    'Harrow Creek Investor Relations',
    '[Investor 214]',
    'Re: redemption',
    'Thank you for being part of the Harrow Creek family! Your redemption has been queued for the next harvest window. As a valued partner you continue to earn your full preferred distribution while you wait.',
  ],
  [
    '[Employee A]',
    'D. Vanterpool',
    'reconciliation',
    'I know you are busy but I really need an hour on the bank reconciliation. The last one is from October 2020. I can’t tie the capital accounts to anything. If the accountants for the bank ask for it I don’t know what I would give them.',
  ],
  [
    'D. Vanterpool',
    '[Employee A]',
    'Re: reconciliation',
    'The capital accounts tie to what we told people. That is the only number that matters to them. Let’s not put this kind of thing in e-mail.',
  ],
  [
    '[Sales agent 4]',
    'D. Vanterpool',
    'commission',
    'Got the 8.5 on the Petrie money, thanks. One of the church ladies read the booklet and asked about page 14 where it says no commissions. I told her it is paid by the GP. That is right isn’t it?',
  ],
  ['D. Vanterpool', '[Sales agent 4]', 'Re: commission', 'That is exactly right. Good answer.'],
  [
    '[Employee A]',
    'D. Vanterpool',
    'notes maturing',
    'Please tell me how we pay the harvest notes in the fall. It is 6.1 in October alone. The grain in the bins is not ours.',
  ],
  [
    'D. Vanterpool',
    '[Employee A]',
    'Re: notes maturing',
    'the next raise covers it, same as always',
  ],
  [
    '[Employee A]',
    'D. Vanterpool',
    'notice',
    'I am giving my notice, effective today. I have left my keys with the front desk. I would like my 401(k) contributions from April and May, which were taken out of my check but are not in the account.',
  ],
]

export const correspondence: readonly string[] = [
  'I write as counsel for the Receiver about the house at 27 Heron Point Road. We have sent you the accountants’ schedule, with the bank records on which it rests. It shows that all but a small part of the purchase price came from investors within days of being deposited. If you believe that any entry is mistaken, please tell us which.',
  'The Receiver would prefer not to litigate over a family’s house. She proposes that your client sign a stipulation for turnover, that the family remain through June 30 on payment of the insurance and utilities only, and that personal belongings and family furniture go with them without question. In exchange she would not seek an accounting of the use of the house.',
  'We would need an answer within fourteen days, since the brokers advise that lake property should be listed by the middle of April. We will hold our motion until then and are available to meet on any afternoon.',
  'Thank you for your letter. My client does not accept that the house was bought with investors’ money. Mr. Vanterpool earned substantial fees which he left in the business for years. A member may lend or give his own money to a family company. We will respond to any motion on its merits.',
  'I am also concerned that the schedule was prepared with the result in mind. It assumes that withdrawals come first from money that is not in dispute. There are other methods. Please send the working papers and the names of those who prepared them.',
  'The working papers were sent to you this morning by secure link. They consist of the native files and 9,406 images, indexed. The persons who prepared them are listed in the first tab and will be available for deposition on any two days’ notice that suits you.',
  'Since your letter does not respond to the Receiver’s proposal, we take it to be declined. She has asked me to say that it remains open until the motion is heard.',
]

export const deed: readonly string[] = [
  'KNOW ALL PERSONS BY THESE PRESENTS, that Lenora J. Castellane, not individually but solely as receiver appointed in Civil Action No. 1:25-cv-00417-MEH in the United States District Court for the Eastern District of Franklin (“Grantor”), for the sum of Ten Dollars and other valuable consideration, the receipt of which is acknowledged, conveys to Osgood Fruit Cooperative, a cooperative association (“Grantee”), the following land in Tamarack County:',
  'Parcel One: Beginning at an iron pin in the center of Cold Spring Road at the northeast corner of the land formerly of Amsel; thence South 4° 12′ East along the road 2,318.6 feet to a stone; thence South 86° 40′ West 3,907.2 feet to the thread of Cold Spring Creek; thence northerly along the thread of the creek as it winds to a point which bears South 85° 55′ West of the beginning; thence North 85° 55′ East to the place of beginning, containing 201.3 acres, more or less.',
  'Parcel Two: The south half of Lot 14 and all of Lot 15 of the Tamarack Orchard Tracts, as shown on the plat recorded in Plat Book 6, page 41, containing 118.2 acres, more or less.',
  'Parcel Three: All that part of the northwest quarter lying east of the creek and north of the county road, excepting the schoolhouse lot of one-half acre, containing 92.5 acres, more or less; together with water right certificate 311 with a priority of May 1, 1911.',
  'This conveyance is made under the order of the said Court entered on January 15, 2026 (ECF No. 25), a certified copy of which is recorded herewith, free and clear of all liens, claims and interests as provided in that order, and without warranty of any kind, express or implied.',
  'Subject to easements of record for a county road, for a power line granted in 1947, and for access along the creek to the land now or formerly of Burdick.',
]
