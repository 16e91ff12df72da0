import type { Platform } from '../../platform/platform.ts'
import type { FindFrame } from '../site/site-frame.ts'
import { createConfirmHandlers } from './subscribe/confirm-routes.tsx'
import { createSubscribeHandler, type RenderHome } from './subscribe/subscribe-routes.ts'
import { createUnsubscribeHandlers } from './unsubscribe-routes.tsx'

interface Pages {
  findFrame: FindFrame
  renderHome: RenderHome
}

/** What visitors and their mail programs may ask for, by the route's name in routes.ts of the site. */
export function createSubscriptionHandlers(platform: Platform, { findFrame, renderHome }: Pages) {
  const links = createUnsubscribeHandlers(platform, findFrame)
  const confirmation = createConfirmHandlers(platform, findFrame)
  return {
    subscribe: createSubscribeHandler(platform, renderHome),
    confirmationPage: confirmation.ask,
    confirm: confirmation.confirm,
    unsubscribePage: links.ask,
    unsubscribe: links.unsubscribe,
    unsubscribeRedirect: links.redirect,
    oneClickUnsubscribe: links.oneClick,
  }
}
