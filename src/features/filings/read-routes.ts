import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { type Finding, findingSentence, isDisclosure } from '../checks/finding-rules.ts'
import type { PdfInspector } from '../checks/inspect-pdf.ts'
import { acceptUploads } from '../docket/documents/accept-files.ts'
import { compareWithDocket } from '../docket/documents/findings.ts'
import { uploadTurn } from '../docket/documents/upload-turn.ts'
import { BLANK_ENTRY } from '../docket/entries/entry-fields.ts'
import { findCaseSettings } from '../site/queries.ts'
import { proposeEntries } from './proposal/proposal-rules.ts'

const shown = (finding: Finding) => ({
  ...finding,
  sentence: findingSentence(finding),
  is_disclosure: isDisclosure(finding),
})

/** Reads PDFs chosen in an entry form before the form is saved. Nothing is stored. */
export const createReadHandler =
  ({ db, config }: Pick<Platform, 'db' | 'config'>, inspector: Pick<PdfInspector, 'inspect'>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const turn = uploadTurn(request, reply)
    const rules = { inspector, uploadMaxBytes: config.uploadMaxBytes, turn }
    const { accepted, refused } = await acceptUploads(request.form, rules)
    const { case_number: caseNumber } = await findCaseSettings(db)
    const { entries } = proposeEntries(accepted, { caseNumber, today: '', rows: [] })
    const [entry = { ...BLANK_ENTRY, documents: [] }] = entries
    const { documents: own, number, filed_on, ...words } = entry
    const placed = new Map(own.map((document) => [document.file, document]))
    const isNamed = accepted[own[0]?.file ?? -1]?.reading.heading
    const { title, type, filed_by } = isNamed ? words : BLANK_ENTRY
    const documents = accepted.map(async (file, index) => {
      const attachmentNumber = placed.get(index)?.attachmentNumber
      const compared = await compareWithDocket(db, { file, attachmentNumber })
      return {
        name: file.name,
        title: file.reading.heading && (placed.get(index)?.title ?? file.reading.heading),
        // Null lets the form number the files in order.
        attachment_number: number === '' ? null : (attachmentNumber ?? null),
        findings: [...file.reading.findings, ...compared].map(shown),
      }
    })
    return reply.send({
      number,
      filed_on,
      ...{ title, type, filed_by },
      documents: await Promise.all(documents),
      problems: refused,
    })
  }
