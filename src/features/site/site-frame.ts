import { createRevisionCache, type RevisionCache } from '../../platform/database/revision.ts'
import type { CaseSettings } from '../../platform/database/schema.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PublicFrame, SiteHeader } from '../../ui/layout/layout.tsx'
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

const NOT_SET = { caption: '', case_number: '', court: '', judge: '', description: '', contact: '' }

export function siteHeader(
  { config }: Pick<Platform, 'config'>,
  settings: Omit<CaseSettings, 'id' | 'updated_at'> = NOT_SET,
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
