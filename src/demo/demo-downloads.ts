import { isRobot } from '../features/access/rules.ts'
import type { Document, NewDocumentAccess } from '../platform/database/schema.ts'
import { createRandom, type Random } from './random.ts'

const DAY = 86_400_000
/** Client IPs have been recorded only from this day on (specification, Rules for document access records). */
const IPS_FROM = Date.UTC(2026, 6, 30, 4)

const READERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
]
const ROBOTS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
]

/**
 * A year of downloads up to `now`: few at night and at weekends, many in the days after a filing; without IPs
 * before 07/30/2026, as a backfilled log leaves them. Addresses are of the ranges kept for documentation (RFC 5737).
 */
export function demoDownloads(
  documents: (Document & { filedOn: string })[],
  now: number,
): NewDocumentAccess[] {
  const random = createRandom(20260730)
  const visitors = Array.from({ length: 400 }, (_, index) => visitorAddress(index))
  const accesses: NewDocumentAccess[] = []
  for (let day = now - 365 * DAY; day < now; day += DAY) {
    const filed = documents.filter((document) => Date.parse(document.filedOn) <= day)
    for (let count = downloadsOn(day, filed, random); count > 0; count -= 1) {
      const at = Math.min(
        now - 1000,
        startOfDay(day) + random.between(11, 26) * 3_600_000 + random.between(0, 3_599_999),
      )
      accesses.push(toAccess(pickDocument(filed, day, random), at, visitors, random))
    }
  }
  return accesses
}

const startOfDay = (at: number) => at - (at % DAY)

function downloadsOn(day: number, filed: { filedOn: string }[], random: Random): number {
  if (filed.length === 0 || random.next() < 0.03) return 0
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  const news = filed.filter((document) => day - Date.parse(document.filedOn) < 4 * DAY).length
  return Math.round((isWeekend ? 4 : 16) * (0.4 + random.next()) + news * random.between(3, 9))
}

/** Half of the readers come for what is new. */
function pickDocument<T extends { filedOn: string }>(filed: T[], day: number, random: Random): T {
  const recent = filed.filter((document) => day - Date.parse(document.filedOn) < 14 * DAY)
  return random.pick(recent.length > 0 && random.next() < 0.5 ? recent : filed)
}

function toAccess(
  document: Document,
  at: number,
  visitors: string[],
  random: Random,
): NewDocumentAccess {
  const userAgent = random.next() < 0.12 ? random.pick(ROBOTS) : random.pick(READERS)
  const withIp = at >= IPS_FROM
  return {
    document_id: document.id,
    accessed_at: at,
    client_ip: withIp ? random.pick(visitors) : null,
    user_agent: userAgent,
    is_robot: isRobot(userAgent) ? 1 : 0,
    source: withIp ? 'service' : 'access_log',
  }
}

const NETWORKS = ['192.0.2', '198.51.100', '203.0.113']

function visitorAddress(index: number): string {
  return `${NETWORKS[index % NETWORKS.length]}.${1 + Math.floor(index / NETWORKS.length)}`
}
