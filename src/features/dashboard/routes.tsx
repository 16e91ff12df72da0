import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { DAY_MS, dayAt } from '../../shared/time-zone.ts'
import type { FindAdminLayout } from '../accounts/admin-layout.ts'
import { countAudited } from '../accounts/audit-log/queries.ts'
import { sendPage } from '../accounts/sessions/form-attempt.ts'
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
import { DashboardPage } from './pages.tsx'

const LIST_LENGTH = 10
/** Deliveries to addresses that do not exist stay failed forever, so they are shown for a week only. */
const FAILURES_SHOWN_MS = 7 * DAY_MS

interface DashboardOptions {
  layout: FindAdminLayout
  statistics: Pick<AccessStatistics, 'read'>
  health: Pick<HealthWatch, 'findProblems'>
}

export function createDashboardHandlers(
  { db, clock, config }: Platform,
  { layout, statistics, health }: DashboardOptions,
) {
  /** The same days as the page the card links to, so that the numbers agree. */
  async function readDownloads() {
    const today = dayAt(clock(), config.timeZone)
    const range = lastDays(DASHBOARD_DAYS, today)
    const robots = 'include'
    const weeks = [lastDays(7, today), lastDays(7, addDays(today, -7))] as const
    return statistics.read(async (figures) => ({
      range,
      week: (await figures.readTotals({ ...weeks[0], robots })).downloads,
      weekBefore: (await figures.readTotals({ ...weeks[1], robots })).downloads,
      downloads: (await figures.readTotals({ ...range, robots })).downloads,
      requested: await figures.listDocuments({ ...range, robots }, LIST_LENGTH),
    }))
  }

  async function findWaiting() {
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

  return {
    dashboard: async (request: FastifyRequest, reply: FastifyReply) => {
      const page = (
        <DashboardPage
          layout={await layout(request, { title: 'Dashboard', current: '/admin' })}
          waiting={await findWaiting()}
          {...(await readDownloads())}
          activeSubscribers={(await countSubscribersByState(db)).active}
          entries={await listNewestEntries(db, LIST_LENGTH)}
          notifications={await listNotifications(db, { limit: 5 })}
        />
      )
      return sendPage(reply, page)
    },
  }
}
