import { createRandom, type Random } from './random.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
/** Client IPs are recorded only from this day on (specification, Rules for document access records). */
export const IPS_FROM = Date.UTC(2026, 6, 30, 4)

const NAMES =
  'ada ben carla david elena frank grace henry irene james karen luis maria noah olivia paul quinn rosa samuel tessa'
const FAMILIES =
  'abbott brandt castillo doyle ellison foster greene hartley ingram jensen keller lowell mercer nolan'
// Reserved names and addresses (RFC 2606, RFC 5737): no mail and no packet can reach anyone.
const DOMAINS = ['example.com', 'example.org', 'law.example', 'news.example']
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113']

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
]
const BOTS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
]

/** A CSV file for `subscribers:import`: the last year's subscribers, a tenth of them unsubscribed. */
export function subscribersCsv(count: number, now: number): string {
  const random = createRandom(7)
  const families = FAMILIES.split(' ')
  const rows = Array.from({ length: count }, (_, index) => {
    const name = NAMES.split(' ')[index % 20]
    const family = families[Math.floor(index / 20) % families.length]
    const since = new Date(now - random.between(1, 365 * 24) * HOUR).toISOString()
    const state = random.isOneIn(10) ? 'unsubscribed' : 'active'
    return `${name}.${family}@${random.pick(DOMAINS)},${state},${since}`
  })
  return ['email,state,subscribed_at', ...rows, ''].join('\r\n')
}

export interface Visit {
  documentId: number
  /** Milliseconds */
  at: number
  ip: string
  userAgent: string
}

/** A year of downloads up to `now`: few at night and on weekends, many in the days after a filing. */
export function yearOfVisits(documents: { id: number; filedOn: string }[], now: number): Visit[] {
  const random = createRandom(20260730)
  const visits: Visit[] = []
  for (let day = now - 365 * DAY; day < now; day += DAY) {
    const filed = documents.filter(({ filedOn }) => Date.parse(filedOn) <= day)
    const recent = filed.filter(({ filedOn }) => day - Date.parse(filedOn) < 14 * DAY)
    for (let count = visitsOn(day, recent.length, random); count > 0; count -= 1) {
      const hour = day - (day % DAY) + random.between(11, 26) * HOUR
      visits.push({
        // Half of the readers come for new filings.
        documentId: random.pick(recent.length > 0 && random.isOneIn(2) ? recent : filed).id,
        at: Math.min(now - 1000, hour + random.between(0, HOUR - 1)),
        ip: `${random.pick(NETWORKS)}.${random.between(1, 134)}`,
        userAgent: random.pick(random.isOneIn(8) ? BOTS : BROWSERS),
      })
    }
  }
  return visits.sort((a, b) => a.at - b.at)
}

function visitsOn(day: number, recent: number, random: Random): number {
  if (random.isOneIn(33)) return 0
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  return random.between(isWeekend ? 2 : 7, isWeekend ? 6 : 22) + recent * random.between(1, 3)
}

/** A line of nginx's combined log, as 1.0's server wrote it. */
export function logLine({ documentId, at, ip, userAgent }: Visit): string {
  const [, day, month, year, time] = new Date(at).toUTCString().split(/,? /)
  return `${ip} - - [${day}/${month}/${year}:${time} +0000] "GET /api/documents/${documentId}/download HTTP/1.1" 200 48211 "-" "${userAgent}"\n`
}
