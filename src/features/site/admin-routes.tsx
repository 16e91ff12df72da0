import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../../platform/database/schema.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { wantsPage } from '../../platform/http/server.ts'
import type { Platform } from '../../platform/platform.ts'
import { renderPage } from '../../ui/render.tsx'
import { type SettingsLayout, SettingsPage } from './admin-pages.tsx'
import { type CaseSettingsChange, findCaseSettings, updateCaseSettings } from './queries.ts'
import { describeSettingsChange, readSettingsForm } from './settings-form.ts'

/** From features/accounts, which comes later in the order of imports and so is handed in. */
export interface SettingsOptions {
  layout: (
    request: FastifyRequest,
    heading: { title: string; current: string },
  ) => Promise<SettingsLayout>
  recordAudit: (
    trx: Queryable,
    event: {
      at: number
      administrator: { id: number; email: string } | null
      action: string
      subject: string
      details: string
      clientIp: string | null
    },
  ) => Promise<void>
  signedIn: (request: FastifyRequest) => { administrator: { id: number; email: string } }
}

interface Shown {
  typed: CaseSettingsChange
  error?: InvalidError
  isSaved?: boolean
}

/** Admin > Settings: the case itself. */
export function createSettingsHandlers(platform: Platform, options: SettingsOptions) {
  const { db, clock } = platform

  async function sendForm(request: FastifyRequest, reply: FastifyReply, shown: Shown) {
    const { typed, error, isSaved = false } = shown
    const heading = { title: 'Settings', current: '/admin/settings' }
    const layout = await options.layout(request, heading)
    const page = <SettingsPage {...{ layout, typed, isSaved }} errors={error?.errors} />
    return reply
      .status(error?.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(renderPage(page))
  }

  async function save(request: FastifyRequest, settings: CaseSettingsChange): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const at = clock()
      const before = await findCaseSettings(trx)
      await updateCaseSettings(trx, settings, at)
      await options.recordAudit(trx, {
        at,
        administrator: options.signedIn(request).administrator,
        action: 'settings.changed',
        subject: 'case settings',
        details: describeSettingsChange(before, settings),
        clientIp: request.clientIp,
      })
    })
  }

  return {
    show: async (request: FastifyRequest, reply: FastifyReply) => {
      const { done } = request.query as { done?: unknown }
      return sendForm(request, reply, {
        typed: await findCaseSettings(db),
        isSaved: done === 'saved',
      })
    },

    change: async (request: FastifyRequest, reply: FastifyReply) => {
      const { id: _, updated_at: __, ...current } = await findCaseSettings(db)
      const { typed, settings, errors } = readSettingsForm(request.form, current)
      if (Object.keys(errors).length > 0) {
        const error = new InvalidError(Object.values(errors).flat().join(' '), errors)
        if (!wantsPage(request)) throw error
        return sendForm(request, reply, { typed, error })
      }
      await save(request, settings)
      return reply.redirect('/admin/settings?done=saved', 303)
    },
  }
}
