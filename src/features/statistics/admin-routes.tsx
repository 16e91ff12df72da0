import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { documentHeading } from '../../shared/document-label.ts'
import { dayAt } from '../../shared/time-zone.ts'
import type { FindAdminLayout } from '../accounts/admin-layout.ts'
import { exportCsv } from '../accounts/sessions/answer.ts'
import { requireDocument } from '../docket/documents/change-document.ts'
import { findDocument } from '../docket/documents/queries.ts'
import { accessCsvRows, csvFileName, HEADINGS } from './access-csv.ts'
import { type AccessChoice, PAGE, readAccess, readChoice } from './access-url.ts'
import type { AccessStatistics } from './figures/statistics.ts'
import type { AccessPageRequest } from './pages/document-access-page.tsx'

export function createAccessAdminHandlers(
  platform: Platform,
  { layout, statistics }: { layout: FindAdminLayout; statistics: AccessStatistics },
) {
  const { db, config, clock } = platform
  const { timeZone } = config

  async function findSubject({ documentId }: Pick<AccessChoice, 'documentId'>) {
    if (documentId === undefined) return undefined
    const document = requireDocument(await findDocument(db, documentId))
    const { entry_id: entryId, entry_number } = document
    return { entryId, heading: documentHeading(entry_number, document) }
  }

  return {
    async show(request: FastifyRequest, reply: FastifyReply) {
      const { query } = request
      const now = clock()
      const choice = readChoice(query, { today: dayAt(now, timeZone), firstDay: null })
      const document = await findSubject(choice)
      const heading = { title: 'Document Access', current: PAGE }
      const { assets: _, ...frame } = await layout(request, heading)
      const pageRequest: AccessPageRequest = { query, layout: frame, document, now }
      const html = await statistics.readOnThread<string>('makeAccessPage', pageRequest)
      return reply.type('text/html; charset=utf-8').send(html)
    },

    async csv(request: FastifyRequest, reply: FastifyReply) {
      const now = clock()
      const { choice, rows } = await statistics.read((figures) =>
        readAccess(figures, request.query, { now, timeZone }),
      )
      await findSubject(choice)
      return exportCsv(platform, reply, {
        action: 'document_access.exported',
        fileName: csvFileName(choice),
        headings: HEADINGS[choice.view],
        rows: accessCsvRows(rows, () => statistics.streamDownloads(choice), timeZone),
      })
    },
  }
}
