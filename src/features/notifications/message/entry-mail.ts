import type { Config } from '../../../config.ts'
import type { Entry, Queryable } from '../../../platform/database/schema.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { entryView, withDocuments } from '../../docket/entries/views.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { entryFiledMail } from './entry-filed-mail.tsx'

/** The message about an entry as it is now, still without the link that differs from recipient to recipient. */
export async function renderEntryMail(db: Queryable, config: Config, entry: Entry): Promise<Mail> {
  const { caption, case_number, court, contact } = await findCaseSettings(db)
  const [found = { entry, documents: [] }] = await withDocuments(db, [entry])
  const view = entryView(found)
  return entryFiledMail({
    caption,
    caseNumber: case_number,
    court,
    contact,
    siteUrl: config.publicUrl,
    mode: config.notifications.mode,
    entry: { ...absolute(view), documents: view.documents.map(absolute) },
  })

  /** PUBLIC_URL is the only base of links (PROMISES 10). */
  function absolute<T extends { url: string }>(page: T): T {
    return { ...page, url: `${config.publicUrl}${page.url}` }
  }
}
