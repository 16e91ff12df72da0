import type { Platform } from '../../platform/platform.ts'
import { createFindFrame } from '../site/site-frame.ts'
import { createAdminLayout } from './admin-layout.ts'
import { createAccountPageHandlers } from './administrators/account-routes.tsx'
import { createAdministratorHandlers } from './administrators/administrator-routes.tsx'
import { createSignInHandlers } from './sign-in/sign-in-routes.tsx'
import { createTwoFactorHandlers } from './two-factor/two-factor-routes.tsx'

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
