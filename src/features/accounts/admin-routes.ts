import type { Platform } from '../../platform/platform.ts'
import { createFindFrame } from '../site/site-frame.ts'
import { createAccountPageHandlers } from './account-routes.tsx'
import { createAdminLayout } from './admin-layout.ts'
import { createAdministratorHandlers } from './administrator-routes.tsx'
import { createSignInHandlers } from './sign-in-routes.tsx'
import { createTwoFactorHandlers } from './two-factor-routes.tsx'

/** Everything of the admin area that is about accounts (CONTRACT section 5); routes.ts gives each its address. */
export function createAccountHandlers(platform: Platform, findFrame = createFindFrame(platform)) {
  const findLayout = createAdminLayout(platform, findFrame)
  return {
    ...createSignInHandlers(platform, findFrame),
    ...createAccountPageHandlers(platform, findLayout),
    ...createTwoFactorHandlers(platform, findLayout),
    ...createAdministratorHandlers(platform, findLayout),
  }
}
