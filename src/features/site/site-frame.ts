import { createRevisionCache } from '../../platform/database/revision.ts'
import type { SendPage } from '../../platform/http/page-cache.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CaseFacts } from '../../ui/layout/case-about.tsx'
import type { PublicFrame, SiteHeader } from '../../ui/layout/layout.tsx'
import { type CaseSettingsChange, findCaseSettings } from './queries.ts'

export type FindFrame = () => Promise<PublicFrame>

export interface PageDeps {
  findFrame: FindFrame
  sendPage: SendPage
}

export function createFindFrame(platform: Platform, archive?: SiteHeader['archive']): FindFrame {
  const cache = createRevisionCache<SiteHeader>(platform.revision, 1)
  const load = async () => {
    return { ...siteHeader(platform, await findCaseSettings(platform.db)), archive }
  }
  return async () => ({ site: await cache.get('site', load), assets: platform.assets })
}

export function siteHeader(
  { config }: Platform,
  settings: Partial<CaseSettingsChange> = {},
): SiteHeader {
  const { caption = '', case_number: caseNumber = '', court = '', judge = '' } = settings
  const { description = '', contact = '', announcement = '', about: text = '' } = settings
  const { closed_on: closedOn = '' } = settings
  const { publicUrl, timeZone, visitorIpRetentionDays: ipDays, notifications } = config
  const isTesting = notifications.mode === 'test'
  const about = { caption, caseNumber, court, judge, description, contact, announcement, closedOn }
  return { ...about, facts: readCaseFacts(text), publicUrl, timeZone, ipDays, isTesting }
}

/** The dates and parties that an import, or the administrator, wrote on the page “About this site”. */
function readCaseFacts(about: string): CaseFacts {
  const dateOf = (name: string) =>
    new RegExp(`^- Date ${name}: (\\d\\d/\\d\\d/\\d{4})$`, 'm').exec(about)?.[1]
  return {
    filed: dateOf('filed'),
    terminated: dateOf('terminated'),
    hasParties: /^#+ Parties\b/m.test(about),
  }
}
