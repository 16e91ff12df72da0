import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CsvCell, sendCsv } from '../../../platform/http/csv.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import { parseId } from '../../../platform/http/request/parse.ts'
import { readOutboxMessage } from '../../../platform/mail/outbox-mailer.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatInstant } from '../../../shared/date.ts'
import { recordExport } from '../../accounts/sessions/form-attempt.ts'
import { findNotification } from '../queries.ts'
import { findDelivery, iterateDeliveries } from './log-queries.ts'

const HEADINGS = ['Recipient', 'State', 'Attempts', 'Server reply', 'Message-ID', 'Updated at']

/** What can be taken out of the delivery log: the whole as CSV, and a message that lies in the outbox folder. */
export function createLogHandlers(platform: Pick<Platform, 'db' | 'config' | 'clock'>) {
  const { db, config } = platform
  return {
    async csv(request: FastifyRequest, reply: FastifyReply) {
      const id = parseId(request.params)
      if (!(await findNotification(db, id))) {
        throw new NotFoundError('There is no such notification.')
      }
      const fileName = `notification-${id}.csv`
      await recordExport(platform, request, { action: 'notification.exported', fileName })
      return sendCsv(reply, { fileName, headings: HEADINGS, rows: csvRows({ db, config }, id) })
    },

    /** Without SMTP_URL: the message as it lies in the outbox folder. */
    async message(request: FastifyRequest, reply: FastifyReply) {
      const delivery = await findDelivery(db, parseId(request.params))
      const content =
        delivery?.message_id && config.mail.smtpUrl === undefined
          ? await readOutboxMessage(config.mail.outboxDir, delivery.message_id)
          : undefined
      if (!delivery || !content) {
        throw new NotFoundError('The outbox folder does not have this message.')
      }
      return reply
        .type('message/rfc822')
        .header('content-disposition', contentDisposition(`delivery-${delivery.id}.eml`))
        .send(content)
    },
  }
}

async function* csvRows(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  notificationId: number,
): AsyncGenerator<CsvCell[]> {
  for await (const line of iterateDeliveries(db, notificationId)) {
    const updatedAt = formatInstant(line.updated_at, config.timeZone, { time: true })
    const { recipient, state, attempts, server_reply, message_id } = line
    yield [recipient, state, attempts, server_reply, message_id, updatedAt]
  }
}
