import { createRevisionCache } from '../../platform/database/revision.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PublicFrame, SiteHeader } from '../../ui/layout/layout.tsx'
import { readCaseFacts } from './case-facts-rules.ts'
import { type CaseSettingsChange, findCaseSettings } from './queries.ts'

export type FindFrame = () => Promise<PublicFrame>

export function createFindFrame(platform: Platform): FindFrame {
  const cache = createRevisionCache<SiteHeader>(platform.revision, 1)
  const load = async () => siteHeader(platform, await findCaseSettings(platform.db))
  return async () => ({ site: await cache.get('site', load), assets: platform.assets })
}

const NOT_SET = {
  ...{ caption: '', case_number: '', court: '', judge: '', description: '' },
  ...{ contact: '', announcement: '', about: '' },
}

export function siteHeader(
  { config }: Pick<Platform, 'config'>,
  settings: CaseSettingsChange = NOT_SET,
): SiteHeader {
  const { caption, case_number: caseNumber, court, judge, description, contact } = settings
  const { announcement, about: text } = settings
  const { publicUrl, timeZone, visitorIpRetentionDays: ipDays, notifications } = config
  const isTesting = notifications.mode === 'test'
  const about = { caption, caseNumber, court, judge, description, contact, announcement }
  return { ...about, facts: readCaseFacts(text), publicUrl, timeZone, ipDays, isTesting }
}
