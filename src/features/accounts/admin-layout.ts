import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import type { AdminFrame } from '../../ui/layout/admin-layout.tsx'
import type { FindFrame } from '../site/site-frame.ts'
import { signedIn } from './sessions/answer.ts'

/** `current` is the path of the navigation item to highlight. */
type PageHeading = Record<'title' | 'current', string>
export type AdminPageLayout = AdminFrame & PageHeading
export type FindAdminLayout = ReturnType<typeof createAdminLayout>

export function createAdminLayout(platform: Platform, findFrame: FindFrame) {
  const { mode, testRecipient } = platform.config.notifications
  return async (request: FastifyRequest, heading: PageHeading): Promise<AdminPageLayout> => {
    const { email, password_is_generated } = signedIn(request).session
    const { csrfToken } = request
    const admin = { email, hasGeneratedPassword: password_is_generated === 1 }
    const frame = { ...(await findFrame()), admin, csrfToken, mode, testRecipient }
    return { ...frame, ...heading, done: request.takeDone?.() }
  }
}
