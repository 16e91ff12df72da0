import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { renderPage } from '../../ui/render.tsx'
import { countDownloads, listMostRequested } from '../access/queries.ts'
import type { FindAdminLayout } from '../accounts/admin-layout.ts'
import { listNewestEntries } from '../docket/queries.ts'
import { listLastNotifications } from '../notifications/queries.ts'
import { countSubscribersByState } from '../subscriptions/queries.ts'
import { DashboardPage } from './pages.tsx'

/** Specification, Limits: the dashboard's downloads window. */
const WINDOW_MS = 60 * 86_400_000
const LIST_LENGTH = 10

export function createDashboardHandlers({ db, clock }: Platform, findLayout: FindAdminLayout) {
  return {
    dashboard: async (request: FastifyRequest, reply: FastifyReply) => {
      const since = clock() - WINDOW_MS
      const page = (
        <DashboardPage
          layout={await findLayout(request, { title: 'Dashboard', current: '/admin' })}
          downloads={await countDownloads(db, since)}
          activeSubscribers={(await countSubscribersByState(db)).active}
          requested={await listMostRequested(db, since, LIST_LENGTH)}
          entries={await listNewestEntries(db, LIST_LENGTH)}
          notifications={await listLastNotifications(db, 5)}
        />
      )
      return reply.type('text/html; charset=utf-8').send(renderPage(page))
    },
  }
}
