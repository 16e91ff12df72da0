import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import type { FindAdminLayout } from '../accounts/admin-layout.ts'
import { sendPage } from '../accounts/sessions/answer.ts'
import { type DashboardDeps, findDashboard } from './find-dashboard.ts'
import { DashboardPage } from './pages.tsx'

export const createDashboardHandler =
  (platform: Platform, findLayout: FindAdminLayout, deps: DashboardDeps) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const layout = await findLayout(request, { title: 'Dashboard', current: '/admin' })
    const dashboard = await findDashboard(platform, deps)
    return sendPage(reply, <DashboardPage layout={layout} {...dashboard} />)
  }
