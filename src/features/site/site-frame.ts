import { createRevisionCache, type RevisionCache } from '../../platform/database/revision.ts'
import type { CaseSettings } from '../../platform/database/schema.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PublicFrame, SiteHeader } from '../../ui/layout.tsx'
import { findCaseSettings } from './queries.ts'

/** What every public page is given: the case as it is described now, and the built files. */
export type FindFrame = () => Promise<PublicFrame>

export function createFindFrame(platform: Platform): FindFrame {
  const cache: RevisionCache<SiteHeader> = createRevisionCache(platform.revision, 1)
  return async () => ({
    site: await cache.get('site', async () =>
      siteHeader(platform, await findCaseSettings(platform.db)),
    ),
    assets: platform.assets,
  })
}

export function siteHeader(
  { config }: Pick<Platform, 'config'>,
  settings: CaseSettings,
): SiteHeader {
  const { caption, case_number, court, judge, description, contact } = settings
  return {
    caption,
    caseNumber: case_number,
    court,
    judge,
    description,
    contact,
    publicUrl: config.publicUrl,
    timeZone: config.timeZone,
  }
}
