import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import type { FindAdminLayout } from '../accounts/admin-layout.ts'
import { sendPage } from '../accounts/sessions/form-attempt.ts'
import { listNewestEntries } from '../docket/entries/queries.ts'
import { listNotifications } from '../notifications/queries.ts'
import { dayAt } from '../statistics/figures/site-days.ts'
import type { AccessStatistics } from '../statistics/figures/statistics.ts'
import { DASHBOARD_DAYS, lastDays } from '../statistics/range-rules.ts'
import { countSubscribersByState } from '../subscriptions/queries.ts'
import { DashboardPage } from './pages.tsx'

const LIST_LENGTH = 10

interface DashboardOptions {
  layout: FindAdminLayout
  statistics: Pick<AccessStatistics, 'read'>
}

export function createDashboardHandlers(
  { db, clock, config }: Platform,
  { layout, statistics }: DashboardOptions,
) {
  /** The same days, and so the same number, as the page that the card leads to. */
  async function readDownloads() {
    const range = lastDays(DASHBOARD_DAYS, dayAt(clock(), config.timeZone))
    const filter = { ...range, robots: 'include' } as const
    return statistics.read(async (figures) => ({
      range,
      downloads: (await figures.readTotals(filter)).downloads,
      requested: await figures.listDocuments(filter, LIST_LENGTH),
    }))
  }

  return {
    dashboard: async (request: FastifyRequest, reply: FastifyReply) => {
      const page = (
        <DashboardPage
          layout={await layout(request, { title: 'Dashboard', current: '/admin' })}
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
