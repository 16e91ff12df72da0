import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CaseSettings, Queryable } from '../../platform/database/schema.ts'
import { ConflictError, InvalidError } from '../../platform/http/errors.ts'
import { wantsPage } from '../../platform/http/request/wants-page.ts'
import type { Platform } from '../../platform/platform.ts'
import { renderPage } from '../../ui/layout/render.tsx'
import { type SettingsConflict, type SettingsLayout, SettingsPage } from './admin-pages.tsx'
import { type CaseSettingsChange, findCaseSettings, updateCaseSettings } from './queries.ts'
import {
  conflictingSettings,
  describeSettingsChange,
  readSettingsForm,
  readVersion,
} from './settings-form.ts'

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
  /** `updated_at` of what was there when the form was opened. */
  version: number
  error?: InvalidError
  isSaved?: boolean
  conflict?: SettingsConflict
}

/** Somebody else saved them since the form was opened. */
class StaleSettingsError extends ConflictError {
  constructor(readonly current: CaseSettings) {
    super('The settings were changed by someone else while you were editing them.', 'stale')
  }
}

/** Admin > Settings: the case itself. */
export function createSettingsHandlers(platform: Platform, options: SettingsOptions) {
  const { db, clock } = platform

  async function sendForm(request: FastifyRequest, reply: FastifyReply, shown: Shown) {
    const { error, ...content } = shown
    const heading = { title: 'Settings', current: '/admin/settings' }
    const layout = await options.layout(request, heading)
    const page = <SettingsPage layout={layout} {...content} errors={error?.errors} />
    return reply
      .status(error?.status ?? (shown.conflict ? 409 : 200))
      .type('text/html; charset=utf-8')
      .send(renderPage(page))
  }

  /** @throws StaleSettingsError */
  async function save(
    request: FastifyRequest,
    settings: CaseSettingsChange,
    version: number | undefined,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const at = clock()
      const before = await findCaseSettings(trx)
      if (!(await updateCaseSettings(trx, settings, at, version))) {
        throw new StaleSettingsError(before)
      }
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
      const { id: _, updated_at: version, ...typed } = await findCaseSettings(db)
      return sendForm(request, reply, { typed, version, isSaved: done === 'saved' })
    },

    change: async (request: FastifyRequest, reply: FastifyReply) => {
      const { id: _, updated_at, ...current } = await findCaseSettings(db)
      const version = readVersion(request.form)
      const { typed, settings, errors } = readSettingsForm(request.form, current)
      if (Object.keys(errors).length > 0) {
        const error = new InvalidError(Object.values(errors).flat().join(' '), errors)
        if (!wantsPage(request)) throw error
        return sendForm(request, reply, { typed, version: version ?? updated_at, error })
      }
      try {
        await save(request, settings, version)
      } catch (error) {
        if (!(error instanceof StaleSettingsError) || !wantsPage(request)) throw error
        const { current: saved } = error
        const rows = conflictingSettings(saved, typed)
        const conflict = { rows, at: saved.updated_at }
        return sendForm(request, reply, { typed, version: saved.updated_at, conflict })
      }
      return reply.redirect('/admin/settings?done=saved', 303)
    },
  }
}
