import type { FastifyReply, FastifyRequest } from 'fastify'
import { ConflictError, InvalidError } from '../../../platform/http/errors.ts'
import { parseId } from '../../../platform/http/request/parse.ts'
import { wantsPage } from '../../../platform/http/request/wants-page.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FindAdminLayout } from '../admin-layout.ts'
import { countAuditLog, listAuditLog } from '../audit-log/audit.ts'
import { AuditLogPage } from '../audit-log/audit-log-page.tsx'
import { generatePassword } from '../passwords/readable-secret.ts'
import { listAdministrators } from '../queries.ts'
import { normalizeEmail, pageNumber } from '../rules.ts'
import { confirmPassword } from '../sessions/confirm-password.ts'
import { attempt, doneMessage, sendPage } from '../sessions/form-attempt.ts'
import { signedIn } from '../sessions/guard.ts'
import { AdministratorsPage } from './administrator-pages.tsx'
import { createAdministrator } from './create-administrator.ts'
import { type Doer, disableAdministrator, enableAdministrator } from './disable-administrator.ts'

const DONE = {
  added: 'The administrator was added.',
  disabled: 'The account is disabled and signed out everywhere.',
  enabled: 'The account is enabled.',
}

const AUDIT_PAGE = 50

type PageContent = Pick<
  Partial<Parameters<typeof AdministratorsPage>[0]>,
  'refused' | 'created' | 'email' | 'errors'
>

/** Who may use the admin area, and what they did. */
export function createAdministratorHandlers(platform: Platform, findLayout: FindAdminLayout) {
  const { db } = platform

  async function sendAdministrators(
    request: FastifyRequest,
    reply: FastifyReply,
    { email = '', errors = {}, ...content }: PageContent = {},
    status = 200,
  ) {
    const page = (
      <AdministratorsPage
        layout={await findLayout(request, { title: 'Administrators', current: '/admin/admins' })}
        ownId={signedIn(request).administrator.id}
        administrators={await listAdministrators(db)}
        done={doneMessage(request, DONE)}
        email={email}
        errors={errors}
        {...content}
      />
    )
    return sendPage(reply, page, status)
  }

  /** Who has shown that they are the administrator who signed in (ASVS 7.5.3). @throws InvalidError */
  async function confirmedDoer(request: FastifyRequest): Promise<Doer> {
    const { administrator } = signedIn(request)
    await confirmPassword(platform, administrator.id, request.form.text('current_password'))
    return { administrator, clientIp: request.clientIp }
  }

  /** Runs the action on the administrator of the address; what it refuses is said above the list. */
  async function change(
    request: FastifyRequest,
    reply: FastifyReply,
    action: typeof disableAdministrator,
    done: keyof typeof DONE,
  ) {
    try {
      await action(platform, parseId(request.params), await confirmedDoer(request))
    } catch (error) {
      const isExpected = error instanceof ConflictError || error instanceof InvalidError
      if (!isExpected || !wantsPage(request)) throw error
      return sendAdministrators(request, reply, { refused: error.message }, error.status)
    }
    return reply.redirect(`/admin/admins?done=${done}`, 303)
  }

  return {
    showAdministrators: (request: FastifyRequest, reply: FastifyReply) =>
      sendAdministrators(request, reply),

    async createAdministrator(request: FastifyRequest, reply: FastifyReply) {
      const email = request.form.text('email')
      const typed = request.form.text('password')
      const password = typed || generatePassword()
      const input = { email, password, isGenerated: typed === '' }
      const { errors } = await attempt(request, async () =>
        createAdministrator(platform, input, await confirmedDoer(request)),
      )
      if (errors) return sendAdministrators(request, reply, { email, errors }, 422)
      if (typed) return reply.redirect('/admin/admins?done=added', 303)
      const created = { email: normalizeEmail(email), password }
      return sendAdministrators(request, reply, { created })
    },

    disableAdministrator: (request: FastifyRequest, reply: FastifyReply) =>
      change(request, reply, disableAdministrator, 'disabled'),

    enableAdministrator: (request: FastifyRequest, reply: FastifyReply) =>
      change(request, reply, enableAdministrator, 'enabled'),

    async showAuditLog(request: FastifyRequest, reply: FastifyReply) {
      const pageCount = Math.ceil((await countAuditLog(db)) / AUDIT_PAGE)
      const page = pageNumber((request.query as { page?: unknown }).page, pageCount)
      const records = await listAuditLog(db, { limit: AUDIT_PAGE, offset: (page - 1) * AUDIT_PAGE })
      const layout = await findLayout(request, { title: 'Audit log', current: '/admin/audit-log' })
      return sendPage(reply, <AuditLogPage {...{ layout, records, page, pageCount }} />)
    },
  }
}
