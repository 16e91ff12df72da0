import type { ErrorView } from '../../platform/http/answer-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { renderPage } from '../../ui/layout/render.tsx'
import { ErrorPage } from './pages.tsx'
import { type FindFrame, siteHeader } from './site-frame.ts'

/** The friendly page of an error; without the case's name where the database does not answer. */
export async function renderErrorPage(
  platform: Platform,
  findFrame: FindFrame,
  error: ErrorView & { isAdmin: boolean },
): Promise<string> {
  const layout = await findFrame().catch(() => ({
    site: siteHeader(platform),
    assets: platform.assets,
  }))
  return renderPage(<ErrorPage {...{ layout }} {...error} />)
}
