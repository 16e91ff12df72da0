import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { type Finding, findingSentence, isDisclosure } from '../../checks/finding-rules.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { acceptUploads, type FileRules } from '../documents/accept-files.ts'
import { compareWithDocket } from '../documents/findings.ts'
import { proposeEntry } from './reading-rules.ts'

const shown = (finding: Finding) => ({
  ...finding,
  sentence: findingSentence(finding),
  is_disclosure: isDisclosure(finding),
})

/** What the form of a new entry shows of chosen PDFs before anything is saved; nothing of them is kept. */
export const createReadHandler =
  ({ db }: Pick<Platform, 'db'>, rules: FileRules) =>
  async ({ form }: FastifyRequest, reply: FastifyReply) => {
    const { accepted, refused } = await acceptUploads(form, rules)
    const { case_number } = await findCaseSettings(db)
    const { documents, ...proposal } = proposeEntry(accepted, case_number)
    const found = await Promise.all(
      accepted.map(async (file, index) => {
        const attachmentNumber = documents[index]?.attachment_number
        const compared = await compareWithDocket(db, { file, attachmentNumber })
        return [...file.reading.findings, ...compared].map(shown)
      }),
    )
    return reply.send({
      ...proposal,
      documents: documents.map((document, index) => ({ ...document, findings: found[index] })),
      problems: refused,
    })
  }
