import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { signedIn } from '../sessions/guard.ts'
import { recordAudit } from './audit.ts'

/** A table that is taken away is in the audit log (PROMISES 7); HEAD takes nothing. */
export async function recordExport(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  request: FastifyRequest,
  { action, fileName, details = '' }: { action: string; fileName: string; details?: string },
): Promise<void> {
  if (request.method === 'HEAD') return
  const { administrator } = signedIn(request)
  const { clientIp } = request
  await recordAudit(db, {
    at: clock(),
    administrator,
    action,
    subject: fileName,
    details,
    clientIp,
  })
}
