import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentProps } from 'preact'
import { NotFoundError } from '../../platform/http/errors.ts'
import { parseId, wantsPage } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import { readDocketSheet } from '../../shared/docket-sheet-rules.ts'
import type { FindAdminLayout } from '../accounts/admin-layout.ts'
import { sendPage } from '../accounts/sessions/form-attempt.ts'
import { signedIn } from '../accounts/sessions/guard.ts'
import type { PdfInspector } from '../checks/inspect-pdf.ts'
import { RefusedFilesError, refusedReasons } from '../docket/documents/accept-files.ts'
import { sendPdf, sendPicture } from '../docket/documents/send-stored.ts'
import { correctFiling } from './correct-filing.ts'
import { findHolders, listFindingsOfFiling } from './filing-findings.ts'
import { FilingPage } from './filing-page.tsx'
import { NewFilingPage } from './new-filing-page.tsx'
import { acceptDropped, openFiling } from './open-filing.ts'
import { closeWhereDone, discardFiling, publishFiling } from './publish-filing.ts'
import {
  findFiling,
  type ListedFile,
  listFilingDocuments,
  listFilingEntries,
  listOpenFilings,
} from './queries.ts'

interface FilingOptions {
  inspector: Pick<PdfInspector, 'inspect' | 'picture'>
  layout: FindAdminLayout
}

export function createFilingHandlers(platform: Platform, { inspector, layout }: FilingOptions) {
  const { db, files, config } = platform
  const rules = { inspector, uploadMaxBytes: config.uploadMaxBytes }
  const findLayout = (request: FastifyRequest) =>
    layout(request, { title: 'File documents', current: '/admin/entries' })

  async function newPage(
    request: FastifyRequest,
    typed: Pick<ComponentProps<typeof NewFilingPage>, 'docketText' | 'errors'> = {},
  ) {
    const found = { layout: await findLayout(request), open: await listOpenFilings(db) }
    return <NewFilingPage {...found} {...typed} />
  }

  async function findOpenDocument(request: FastifyRequest): Promise<ListedFile> {
    const { document: typed } = request.params as { document?: string }
    const documents = await listFilingDocuments(db, parseId(request.params))
    const document = documents.find(({ id }) => id === parseId({ id: typed }))
    const filing = document && (await findFiling(db, document.filing_id))
    // Once a filing is closed, the sweep may have removed its files.
    if (!document?.storage_key || filing?.closed_at !== null) throw new NotFoundError()
    return document
  }

  return {
    showNew: async (request: FastifyRequest, reply: FastifyReply) =>
      sendPage(reply, await newPage(request)),

    open: async (request: FastifyRequest, reply: FastifyReply) => {
      const { form } = request
      const docketText = form.text('docket_text')
      try {
        const dropped = await acceptDropped(platform, form.files, rules)
        const filing = await openFiling(platform, { ...dropped, docketText, by: signedIn(request) })
        const location = `/admin/filings/${filing.id}`
        return wantsPage(request)
          ? reply.redirect(location, 303)
          : reply.status(201).send({ location })
      } catch (error) {
        if (!(error instanceof RefusedFilesError) || !wantsPage(request)) throw error
        const reasons = [...Object.values(error.errors).flat(), ...refusedReasons(error.files)]
        const page = await newPage(request, { docketText, errors: { documents: reasons } })
        return sendPage(reply, page, error.status)
      }
    },

    show: async (request: FastifyRequest, reply: FastifyReply) => {
      const id = parseId(request.params)
      const filing = await findFiling(db, id)
      if (!filing) throw new NotFoundError('There is no such filing.')
      const entries = await listFilingEntries(db, id)
      const documents = await listFilingDocuments(db, id)
      const page = (
        <FilingPage
          layout={await findLayout(request)}
          filing={filing}
          entries={entries}
          documents={documents}
          findings={filing.closed_at === null ? await listFindingsOfFiling(db, id) : new Map()}
          known={await findHolders(db, entries)}
          notes={notesOn(filing.docket_text, entries, documents.length > 0)}
        />
      )
      return sendPage(reply, page)
    },

    act: async (request: FastifyRequest, reply: FastifyReply) => {
      const id = parseId(request.params)
      const { form } = request
      const by = signedIn(request)
      const action = form.text('action')
      const filing = await findFiling(db, id)
      if (!filing) throw new NotFoundError('There is no such filing.')
      // The button was clicked twice.
      if (filing.closed_at !== null) return reply.redirect(`/admin/filings/${id}`, 303)
      if (action === 'discard') await discardFiling(platform, { id, by })
      else await correctFiling(platform, id, form)
      if (action === 'publish' || action === 'draft') {
        const { only: typed = form.text('only') } = request.query as { only?: string }
        const only = typed === '' ? undefined : parseId({ id: typed })
        const status = action === 'publish' ? 'published' : 'draft'
        await publishFiling(platform, { id, status, only, by })
      }
      await closeWhereDone(platform, id)
      return reply.redirect(`/admin/filings/${id}`, 303)
    },

    file: async (request: FastifyRequest, reply: FastifyReply) =>
      sendPdf(reply, files, await findOpenDocument(request)),

    picture: async (request: FastifyRequest, reply: FastifyReply) => {
      const document = await findOpenDocument(request)
      const { place } = request.params as { place?: string }
      const all = [...(await listFindingsOfFiling(db, document.filing_id)).values()].flat()
      const finding = all.find((one) => one.documentId === document.id && `${one.place}` === place)
      return sendPicture(reply, { files, inspector, document }, finding)
    },
  }
}

/** Lists what was left out of the docket text. If there are files, only rows with their numbers are used. */
function notesOn(
  docketText: string,
  entries: readonly { number: string }[],
  hasFiles: boolean,
): string[] {
  const { rows, problems } = readDocketSheet(docketText)
  const numbers = new Set(entries.map(({ number }) => number))
  const numbered = rows.filter(({ number }) => number !== '')
  const unused = numbered.filter(({ number }) => !numbers.has(number))
  const list = unused.map(({ number }) => number).join(', ')
  const seen = new Set<string>()
  const again = numbered.filter(({ number }) => seen.size === seen.add(number).size)
  const unnumbered = hasFiles ? rows.filter(({ number }) => number === '') : []
  return [
    ...problems,
    ...(list === '' ? [] : [`In the docket text, but with no file here: ${list}.`]),
    ...(hasFiles ? again : []).map(
      ({ number, title }) => `No. ${number} appears again in the docket text: “${title}”.`,
    ),
    ...unnumbered.map(({ title }) => `Unnumbered in the docket text: “${title}”.`),
  ]
}
