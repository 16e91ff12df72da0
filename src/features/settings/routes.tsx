import type { FastifyReply, FastifyRequest } from 'fastify'
import { ConflictError, invalidFields } from '../../platform/http/errors.ts'
import { wantsPage } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import { parseWholeNumber } from '../../shared/number-rules.ts'
import { dayAt } from '../../shared/time-zone.ts'
import type { FindAdminLayout } from '../accounts/admin-layout.ts'
import { recordAudit } from '../accounts/audit-log/queries.ts'
import { redirectDone, sendPage, signedIn } from '../accounts/sessions/answer.ts'
import { findCaseSettings, updateCaseSettings } from '../site/queries.ts'
import { SettingsPage, type SettingsPageProps } from './pages.tsx'
import { describeSettingsChange, readSettingsForm } from './rules.ts'

const STALE = 'The settings were changed by someone else while you were editing them.'

export function createSettingsHandlers(platform: Platform, findLayout: FindAdminLayout) {
  const { db, clock, config } = platform
  const today = () => dayAt(clock(), config.timeZone)

  async function sendForm(
    request: FastifyRequest,
    reply: FastifyReply,
    shown: Omit<SettingsPageProps, 'layout' | 'today'>,
  ) {
    const layout = await findLayout(request, { title: 'Settings', current: '/admin/settings' })
    const status = shown.errors ? 422 : shown.isStale ? 409 : 200
    return sendPage(reply, <SettingsPage layout={layout} today={today()} {...shown} />, status)
  }

  return {
    show: async (request: FastifyRequest, reply: FastifyReply) => {
      const { id: _, updated_at: version, ...typed } = await findCaseSettings(db)
      return sendForm(request, reply, { typed, version })
    },

    change: async (request: FastifyRequest, reply: FastifyReply) => {
      const { id: _, updated_at, ...current } = await findCaseSettings(db)
      // `updated_at` of the settings the form was opened with; undefined: no check.
      const version = parseWholeNumber(request.form.text('version'), 0, Number.MAX_SAFE_INTEGER)
      const { typed, settings, errors } = readSettingsForm(request.form, current, today())
      if (Object.keys(errors).length > 0) {
        if (!wantsPage(request)) throw invalidFields(errors)
        return sendForm(request, reply, { typed, version: version ?? updated_at, errors })
      }
      const isSaved = await db.transaction().execute(async (trx) => {
        const at = clock()
        const details = describeSettingsChange(await findCaseSettings(trx), settings)
        if (!(await updateCaseSettings(trx, settings, { now: at, seen: version }))) return false
        const event = { at, action: 'settings.changed', subject: 'case settings', details }
        await recordAudit(trx, { ...signedIn(request), ...event })
        return true
      })
      if (isSaved) return redirectDone(reply, '/admin/settings', 'The settings were saved.')
      if (!wantsPage(request)) throw new ConflictError(STALE, 'stale')
      const { updated_at: newest } = await findCaseSettings(db)
      return sendForm(request, reply, { typed, version: newest, isStale: true })
    },
  }
}
