import type { FastifyReply, FastifyRequest } from 'fastify'
import { ConflictError, InvalidError } from '../../platform/http/errors.ts'
import { paginate, parseId, searchText } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FindAdminLayout } from './admin-layout.ts'
import {
  AdministratorsPage,
  type AdministratorsPageProps,
} from './administrators/administrator-pages.tsx'
import {
  createAdministrator,
  disableAdministrator,
  enableAdministrator,
} from './administrators/administrators.ts'
import { AuditLogPage } from './audit-log/audit-log-page.tsx'
import { countAuditLog, listAuditLog } from './audit-log/queries.ts'
import { confirmPassword } from './passwords/change-password.ts'
import { generatePassword } from './passwords/passwords.ts'
import { listAdministrators } from './queries.ts'
import { normalizeEmail } from './rules.ts'
import { attempt, redirectDone, type SignedIn, sendPage, signedIn } from './sessions/answer.ts'

const AUDIT_PAGE = 50

export function createAdministratorHandlers(platform: Platform, findLayout: FindAdminLayout) {
  const { db } = platform

  async function administratorsPage(
    request: FastifyRequest,
    content: Partial<AdministratorsPageProps> = {},
  ) {
    const heading = { title: 'Administrators', current: '/admin/admins' }
    return (
      <AdministratorsPage
        layout={await findLayout(request, heading)}
        ownId={signedIn(request).administrator.id}
        administrators={await listAdministrators(db)}
        email=""
        errors={{}}
        {...content}
      />
    )
  }

  /** Re-checks the password, to confirm that it is still the person who signed in (ASVS 7.5.3). @throws InvalidError */
  async function confirmed(request: FastifyRequest): Promise<SignedIn> {
    const own = signedIn(request)
    await confirmPassword(platform, own.administrator.id, request.form.text('current_password'))
    return own
  }

  const change =
    (action: typeof disableAdministrator, done: string) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const id = parseId(request.params)
      const changing = confirmed(request).then((by) => action(platform, id, by))
      const { refusal } = await attempt(request, changing, ConflictError, InvalidError)
      if (refusal) {
        const { message: refused, status } = refusal
        return sendPage(reply, await administratorsPage(request, { refused }), status)
      }
      return redirectDone(reply, '/admin/admins', done)
    }

  return {
    showAdministrators: async (request: FastifyRequest, reply: FastifyReply) =>
      sendPage(reply, await administratorsPage(request)),

    async createAdministrator(request: FastifyRequest, reply: FastifyReply) {
      const email = request.form.text('email')
      const typed = request.form.text('password')
      const password = typed || generatePassword()
      const input = { email, password, isGenerated: typed === '' }
      const adding = confirmed(request).then((by) => createAdministrator(platform, input, by))
      const { refusal } = await attempt(request, adding, InvalidError)
      const errors = refusal?.errors
      if (errors) return sendPage(reply, await administratorsPage(request, { email, errors }), 422)
      if (typed) return redirectDone(reply, '/admin/admins', 'The administrator was added.')
      const created = { email: normalizeEmail(email), password }
      return sendPage(reply, await administratorsPage(request, { created }))
    },

    disableAdministrator: change(
      disableAdministrator,
      'The account is disabled and signed out everywhere.',
    ),
    enableAdministrator: change(enableAdministrator, 'The account is enabled.'),

    async showAuditLog(request: FastifyRequest, reply: FastifyReply) {
      const q = searchText((request.query as { q?: unknown }).q)
      const pages = paginate(request.query, await countAuditLog(db, q), AUDIT_PAGE)
      const records = await listAuditLog(db, pages, q)
      const layout = await findLayout(request, { title: 'Audit log', current: '/admin/audit-log' })
      const page = <AuditLogPage layout={layout} q={q} records={records} pages={pages} />
      return sendPage(reply, page)
    },
  }
}
