/*
 * An invented case: no such agency, court, company or person exists. A commodity fund that paid old investors with the
 * money of new ones, and the receiver who collects what is left.
 */

export const CASE_NUMBER = '1:25-cv-00417-MEH'
export const CAPTION =
  'Federal Investment Markets Commission v. Harrow Creek Capital Partners, LLC, et al.'
export const COURT = 'United States District Court, Eastern District of Franklin'
export const JUDGE = 'Hon. Marguerite E. Halvorsen'

export const COURT_HEADING = [
  'UNITED STATES DISTRICT COURT',
  'EASTERN DISTRICT OF FRANKLIN',
  'LAKEMONT DIVISION',
]

export const PARTIES = [
  '!FEDERAL INVESTMENT MARKETS COMMISSION,',
  '\tPlaintiff,',
  'v.',
  '!HARROW CREEK CAPITAL PARTNERS, LLC; HARROW CREEK AGRICULTURAL INCOME FUND I, LP; HARROW CREEK AGRICULTURAL INCOME FUND II, LP; and DESMOND R. VANTERPOOL,',
  '\tDefendants,',
  'and',
  '!VANTERPOOL FAMILY HOLDINGS, LLC,',
  '\tRelief Defendant.',
]

export const ENTITIES = [
  'Harrow Creek Capital Partners, LLC',
  'Harrow Creek Agricultural Income Fund I, LP',
  'Harrow Creek Agricultural Income Fund II, LP',
  'Harrow Creek Management Services, LLC',
  'HC Bellwether Terminal, LLC',
  'HC Cold Spring Orchards, LLC',
  'HC Marlow Ranch, LLC',
  'Three Sisters Vineyard Holdings, LLC',
]

export interface Property {
  name: string
  place: string
  what: string
  appraised: number
  owner: string
}

export const PROPERTIES = {
  orchard: {
    name: 'Cold Spring Orchard',
    place: '2200 Cold Spring Road, Tamarack County, Franklin',
    what: 'a 412-acre apple and pear orchard with a packing shed and cold storage for 38,000 bins',
    appraised: 6_725_000,
    owner: 'HC Cold Spring Orchards, LLC',
  },
  terminal: {
    name: 'Bellwether Grain Terminal',
    place: '18 Mill Road, Lakemont, Franklin',
    what: 'a grain terminal with eleven steel bins, a rail spur and storage for 2.3 million bushels',
    appraised: 11_200_000,
    owner: 'HC Bellwether Terminal, LLC',
  },
  ranch: {
    name: 'Marlow Ranch',
    place: 'County Route 9, Marlow County, Franklin',
    what: '2,960 acres of pasture and dry cropland leased to two neighboring operators',
    appraised: 8_140_000,
    owner: 'HC Marlow Ranch, LLC',
  },
  vineyard: {
    name: 'Three Sisters Vineyard',
    place: '741 Ridge Lane, Sorrel Valley, Franklin',
    what: 'a 96-acre vineyard planted in 2018 whose irrigation was never finished',
    appraised: 2_385_000,
    owner: 'Three Sisters Vineyard Holdings, LLC',
  },
  heronPoint: {
    name: 'the Heron Point Residence',
    place: '27 Heron Point Road, Lake Ammerance, Franklin',
    what: 'a lakefront house with a guest house and a dock, titled in the Relief Defendant',
    appraised: 3_460_000,
    owner: 'Vanterpool Family Holdings, LLC',
  },
} satisfies Record<string, Property>

export const ACCOUNTS = [
  { ending: '4471', bank: 'Franklin Valley Bank', holder: 'Harrow Creek Capital Partners, LLC' },
  {
    ending: '4488',
    bank: 'Franklin Valley Bank',
    holder: 'Harrow Creek Agricultural Income Fund I, LP',
  },
  {
    ending: '9026',
    bank: 'Commonwealth Trust Company',
    holder: 'Harrow Creek Agricultural Income Fund II, LP',
  },
  {
    ending: '9031',
    bank: 'Commonwealth Trust Company',
    holder: 'Harrow Creek Management Services, LLC',
  },
  {
    ending: '1175',
    bank: 'First Prairie Agricultural Bank',
    holder: 'HC Bellwether Terminal, LLC',
  },
  {
    ending: '2210',
    bank: 'Commonwealth Trust Company',
    holder: 'Lenora J. Castellane, Receiver, segregated account',
  },
  { ending: '6640', bank: 'Lake Ammerance Savings', holder: 'Vanterpool Family Holdings, LLC' },
  { ending: '6652', bank: 'Lake Ammerance Savings', holder: 'Desmond R. Vanterpool' },
]

/** Cash held by the receiver, from the day on which it was counted; in dollars. */
const CASH: [from: string, dollars: number][] = [
  ['2025-08-01', 1_184_206],
  ['2025-09-19', 2_437_915],
  ['2025-11-14', 3_902_448],
  ['2026-01-30', 9_866_120],
  ['2026-02-13', 9_731_507],
  ['2026-05-15', 10_208_884],
  ['2026-08-14', 11_974_063],
  ['2026-11-13', 17_815_390],
]

export function cashOn(date: string): number {
  return CASH.findLast(([from]) => from <= date)?.[1] ?? 0
}
