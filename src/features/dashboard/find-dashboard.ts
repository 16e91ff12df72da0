import type { Platform } from '../../platform/platform.ts'
import { DAY_MS, dayAt } from '../../shared/time-zone.ts'
import { countAudited } from '../accounts/audit-log/queries.ts'
import { listNewestEntries } from '../docket/entries/queries.ts'
import { unannouncedRule } from '../docket-admin/entry-list-rules.ts'
import { countWaitingEntries } from '../docket-admin/queries.ts'
import { listOpenFilings } from '../filings/queries.ts'
import type { HealthWatch } from '../health/watch.ts'
import { findAudience } from '../notifications/announce/announce-entry.ts'
import { COMPLAINED } from '../notifications/bounces/handle-report.ts'
import { findBounceMailbox } from '../notifications/bounces/queries.ts'
import { findSenderTrouble, listFailed, listNotifications } from '../notifications/queries.ts'
import { countWaitingPages } from '../recognition/queries.ts'
import { addDays } from '../statistics/figures/site-days.ts'
import type { AccessStatistics } from '../statistics/figures/statistics.ts'
import { DASHBOARD_DAYS, lastDays } from '../statistics/range-rules.ts'
import { countSubscribersByState } from '../subscriptions/queries.ts'

const LIST_LENGTH = 10
/** Deliveries to addresses that do not exist stay failed forever, so they are shown for a week only. */
const FAILURES_SHOWN_MS = 7 * DAY_MS

export interface DashboardDeps {
  statistics: Pick<AccessStatistics, 'read'>
  health: Pick<HealthWatch, 'findProblems'>
}

export type Dashboard = Awaited<ReturnType<typeof findDashboard>>

export async function findDashboard(platform: Platform, { statistics, health }: DashboardDeps) {
  const { db, clock, config } = platform
  return {
    waiting: await findWaiting(platform, health),
    downloads: await readDownloads(statistics, dayAt(clock(), config.timeZone)),
    activeSubscribers: (await countSubscribersByState(db)).active,
    entries: await listNewestEntries(db, LIST_LENGTH),
    notifications: await listNotifications(db, 5),
  }
}

/** The same days as the page the card links to, so that the numbers agree. */
function readDownloads(statistics: DashboardDeps['statistics'], today: string) {
  const range = lastDays(DASHBOARD_DAYS, today)
  const robots = 'include'
  const weeks = [lastDays(7, today), lastDays(7, addDays(today, -7))] as const
  return statistics.read(async (figures) => ({
    range,
    week: (await figures.readTotals({ ...weeks[0], robots })).downloads,
    weekBefore: (await figures.readTotals({ ...weeks[1], robots })).downloads,
    total: (await figures.readTotals({ ...range, robots })).downloads,
    requested: await figures.listDocuments({ ...range, robots }, LIST_LENGTH),
  }))
}

async function findWaiting({ db, clock, config }: Platform, health: DashboardDeps['health']) {
  const rule = unannouncedRule(config, clock())
  const entries = await countWaitingEntries(db, rule)
  const canTell = (await findAudience(db, config.notifications)).count > 0
  return {
    problems: await health.findProblems(),
    entries: canTell ? entries : { ...entries, unannounced: 0, testedOnly: 0 },
    scans: config.documentRecognition ? await countWaitingPages(db) : 0,
    filings: await listOpenFilings(db),
    failed: await listFailed(db, clock() - FAILURES_SHOWN_MS),
    trouble: await findSenderTrouble(db, clock() - FAILURES_SHOWN_MS),
    mailbox: await findBounceMailbox(db),
    complaints: await countAudited(db, COMPLAINED, clock() - DAY_MS),
  }
}
