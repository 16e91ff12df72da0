import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentProps } from 'preact'
import type { Filing } from '../../platform/database/schema.ts'
import { ConflictError, NotFoundError, requireFound } from '../../platform/http/errors.ts'
import { sendPieces } from '../../platform/http/page-cache.ts'
import type { Form } from '../../platform/http/request/form.ts'
import { parseId, wantsPage } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FindAdminLayout } from '../accounts/admin-layout.ts'
import { attempt, sendPage, signedIn } from '../accounts/sessions/answer.ts'
import type { PdfInspector } from '../checks/inspect-pdf.ts'
import { RefusedFilesError, refusedReasons } from '../docket/documents/accept-files.ts'
import { sendPdf, sendPicture } from '../docket/documents/send-stored.ts'
import { readVersion } from '../docket/entries/entry-fields.ts'
import { isAsSaved, withTypedValues } from './compare-form.ts'
import { correctFiling, StaleFilingError } from './correct-filing.ts'
import { findFilingFindings, listStampedDates } from './filing-findings.ts'
import { renderFilingPage } from './filing-page.tsx'
import { NOTHING } from './filing-rules.ts'
import { isBusy, isReading } from './lease-queries.ts'
import { openFiling, unpackDropped } from './open-filing.ts'
import { NewFilingPage, ProgressPage } from './pages.tsx'
import { closeIfDone, discardFiling } from './publish-filing.ts'
import * as queries from './queries.ts'
import type { FilingReader } from './read-filing.ts'

const isSave = (form: Form) => !['publish', 'draft', 'discard'].includes(form.text('action'))

/** Most filings are read, or published, by then, and their pages are complete when they are first opened. */
const MAX_WAIT_MS = 5000

export function createFilingHandlers(
  platform: Platform,
  options: { inspector: PdfInspector; reader: FilingReader; layout: FindAdminLayout },
) {
  const { inspector, reader, layout } = options
  const { db, files } = platform
  const findLayout = (request: FastifyRequest) =>
    layout(request, { title: 'File documents', current: '/admin/entries' })

  async function newPage(
    request: FastifyRequest,
    typed: Pick<ComponentProps<typeof NewFilingPage>, 'docketText' | 'errors'> = {},
  ) {
    const content = { layout: await findLayout(request), open: await queries.listOpenFilings(db) }
    return <NewFilingPage {...content} {...typed} />
  }

  /** Nothing in it can be published, and nobody has to look at it. @throws RefusedFilesError */
  async function refuseEmpty(id: number): Promise<void> {
    const filing = await requireFiling(id)
    const { open, documents } = await queries.findProposal(db, id)
    if (!filing.read_at || open.length > 0) return
    if (documents.some(({ storage_key }) => storage_key !== '')) return
    await queries.closeFiling(db, id, platform.clock())
    const refused = documents.map(({ file_name: name, refused: reason }) => ({ name, reason }))
    const notes = queries.notesOf(filing)
    const isUnexplained = refused.length === 0 && notes.length === 0
    throw new RefusedFilesError(refused, { documents: isUnexplained ? [NOTHING] : notes })
  }

  const requireFiling = async (id: number) =>
    requireFound(await queries.findFiling(db, id), 'There is no such filing.')

  /** Of the publication or, before the first, of the reading. */
  async function countDone({ id, publishing_done: done, publishing_total: total }: Filing) {
    if (total > 0) return { done, total, left: total - done }
    const documents = await queries.listFilingDocuments(db, id)
    const left = documents.filter(queries.isUnread).length
    return { done: documents.length - left, total: documents.length, left }
  }

  async function sendProposal(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, error }: { id: number; error?: StaleFilingError },
  ) {
    const filing = await requireFiling(id)
    const content = { layout: await findLayout(request), filing }
    if (isReading(filing)) reader.read(id)
    if (error ? isReading(filing) : isBusy(filing, platform.clock())) {
      return sendPage(reply, <ProgressPage {...content} {...(await countDone(filing))} />)
    }
    const saved = await queries.findProposal(db, id)
    const proposal = error ? withTypedValues(request.form, saved) : saved
    const page = renderFilingPage({
      ...content,
      ...proposal,
      findings: filing.closed_at === null ? await findFilingFindings(db, id) : new Map(),
      entriesById: await queries.findHolders(db, id),
      stampedDates: await listStampedDates(db, proposal.documents),
      notes: queries.notesOf(filing),
      conflict: error?.message,
    })
    return sendPieces(request, reply.status(error?.status ?? 200), page)
  }

  async function actOn(filing: Filing, request: FastifyRequest): Promise<void> {
    const { id } = filing
    const { form } = request
    const by = signedIn(request)
    const action = form.text('action')
    if (action === 'discard') {
      await discardFiling(platform, { id, by })
      return reader.cancel(id)
    }
    if (isReading(filing)) {
      const { done, total } = await countDone(filing)
      throw new ConflictError(
        `${done} of ${total} files have been read. Wait until all are read, review the proposed entries, and try again.`,
      )
    }
    if (isSave(form)) {
      await correctFiling(platform, { id, form, by })
      return closeIfDone(platform, id)
    }
    const { only: typed } = request.query as { only?: string }
    const only = typed === undefined ? undefined : parseId({ id: typed })
    const publishing = { status: action === 'publish' ? 'published' : 'draft', only } as const
    const version = await correctFiling(platform, { id, form, by, publishing })
    const publication = reader.publish({ id, ...publishing, by, version })
    await Promise.race([publication, reader.waitFor(id, MAX_WAIT_MS)])
  }

  /** The button was clicked twice, or somebody else finished the filing. @throws StaleFilingError */
  async function refuseClosed({ id }: Filing, form: Form): Promise<void> {
    if (readVersion(form) === undefined || form.text('action') === 'discard') return
    const proposal = await queries.findProposal(db, id)
    if (proposal.done.length === 0 || !isAsSaved(form, proposal)) throw new StaleFilingError()
  }

  async function findOpenDocument(request: FastifyRequest): Promise<queries.ListedFile> {
    const { document: typed } = request.params as { document?: string }
    const documents = await queries.listFilingDocuments(db, parseId(request.params))
    const document = documents.find(({ id }) => id === parseId({ id: typed }))
    const filing = document && (await queries.findFiling(db, document.filing_id))
    // Once a filing is closed, a start may have removed its files.
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
        const dropped = await unpackDropped(platform, form.files)
        const input = { ...dropped, docketText, by: signedIn(request) }
        const filing = await openFiling(platform, input)
        if (await reader.waitFor(filing.id, MAX_WAIT_MS)) await refuseEmpty(filing.id)
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

    show: async (request: FastifyRequest, reply: FastifyReply) =>
      sendProposal(request, reply, { id: parseId(request.params) }),

    progress: async (request: FastifyRequest, reply: FastifyReply) => {
      const filing = await requireFiling(parseId(request.params))
      if (isReading(filing)) reader.read(filing.id)
      const finished = !isBusy(filing, platform.clock())
      return reply.send({ ...(await countDone(filing)), finished })
    },

    act: async (request: FastifyRequest, reply: FastifyReply) => {
      const id = parseId(request.params)
      if (request.form.text('action') !== 'discard') await reader.waitFor(id, MAX_WAIT_MS)
      const filing = await requireFiling(id)
      const isOpen = filing.closed_at === null
      const acting = isOpen ? actOn(filing, request) : refuseClosed(filing, request.form)
      const { refusal } = await attempt(request, acting, StaleFilingError)
      if (refusal) return sendProposal(request, reply, { id, error: refusal })
      if (isSave(request.form)) request.leaveDone?.('Changes saved.')
      return reply.redirect(`/admin/filings/${id}`, 303)
    },

    file: async (request: FastifyRequest, reply: FastifyReply) =>
      sendPdf(reply, files, await findOpenDocument(request)),

    picture: async (request: FastifyRequest, reply: FastifyReply) => {
      const document = await findOpenDocument(request)
      const { place } = request.params as { place?: string }
      const findings = await findFilingFindings(db, document.filing_id)
      const finding = findings.get(document.id)?.[Number(place)]
      return sendPicture(reply, { files, inspector, document }, finding)
    },
  }
}
