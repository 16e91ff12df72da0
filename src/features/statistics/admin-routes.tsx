import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendCsv } from '../../platform/http/csv.ts'
import { InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import { searchText } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import { documentHeading } from '../../shared/document-label.ts'
import type { FindAdminLayout } from '../accounts/admin-layout.ts'
import { recordExport, sendPage } from '../accounts/sessions/form-attempt.ts'
import { findDocument } from '../docket/documents/queries.ts'
import { accessCsvRows, csvFileName, HEADINGS } from './access-csv.ts'
import {
  type AccessChoice,
  PAGE,
  type Refused,
  readAccessQuery,
  readChoice,
  readViewRows,
} from './access-url.ts'
import type { AccessStatistics } from './figures/statistics.ts'
import { RefusedRangePage } from './pages/document-access-page.tsx'
import type { AccessPageRequest, AccessPageResult } from './pages/make-access-page.tsx'
import { presetsOf } from './range-rules.ts'

export function createAccessAdminHandlers(
  platform: Platform,
  { layout, statistics }: { layout: FindAdminLayout; statistics: AccessStatistics },
) {
  const { db, config, clock } = platform
  const { timeZone } = config

  const layoutFor = (request: FastifyRequest) =>
    layout(request, { title: 'Document Access', current: PAGE })

  async function findSubject({ documentId }: Pick<AccessChoice, 'documentId'>) {
    if (documentId === undefined) return undefined
    const document = await findDocument(db, documentId)
    if (!document) throw new NotFoundError('There is no such document.')
    const { id, entry_id, entry_number, attachment_number, title } = document
    const heading = documentHeading(entry_number, { attachmentNumber: attachment_number, title })
    return { id, entryId: entry_id, heading }
  }

  async function sendRefusal(request: FastifyRequest, reply: FastifyReply, refused: Refused) {
    const { choice, limits, errors } = refused
    const { from, to } = request.query as Record<string, unknown>
    const typed = { from: typedDay(from), to: typedDay(to) }
    const form = { choice, presets: presetsOf(limits), typed, errors }
    return sendPage(reply, <RefusedRangePage layout={await layoutFor(request)} form={form} />, 422)
  }

  return {
    async show(request: FastifyRequest, reply: FastifyReply) {
      const { query } = request
      const document = await findSubject(readChoice(query))
      const { assets: _, ...frame } = await layoutFor(request)
      const pageRequest: AccessPageRequest = { query, layout: frame, document, now: clock() }
      const page = await statistics.readOnThread<AccessPageResult>('makeAccessPage', pageRequest)
      if (page.refused) return sendRefusal(request, reply, page.refused)
      return reply.type('text/html; charset=utf-8').send(page.html)
    },

    async csv(request: FastifyRequest, reply: FastifyReply) {
      const now = clock()
      const result = await statistics.read(async (figures) => {
        const access = await readAccessQuery(figures, request.query, { now, timeZone })
        return access.errors ? access : { ...access, rows: await readViewRows(figures, access) }
      })
      if (result.errors) throw new InvalidError(firstReason(result), result.errors)
      await findSubject(result.choice)
      const { choice, rows } = result
      const lines = accessCsvRows(rows, () => statistics.streamDownloads(choice), timeZone)
      const fileName = csvFileName(choice)
      await recordExport(platform, request, { action: 'document_access.exported', fileName })
      return sendCsv(reply, { fileName, headings: HEADINGS[choice.view], rows: lines })
    },
  }
}

const typedDay = (value: unknown): string => searchText([value].flat()[0])

const firstReason = ({ errors }: Refused): string =>
  Object.values(errors).flat()[0] ?? 'The range is not valid.'
