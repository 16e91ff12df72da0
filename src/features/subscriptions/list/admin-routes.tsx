import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendCsv } from '../../../platform/http/csv.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import { parseId, parseTableFilter } from '../../../platform/http/request/parse.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatInstant } from '../../../shared/date.ts'
import type { FindAdminLayout } from '../../accounts/admin-layout.ts'
import { pageOf } from '../../accounts/rules.ts'
import { doneMessage, recordExport, sendPage } from '../../accounts/sessions/form-attempt.ts'
import { signedIn } from '../../accounts/sessions/guard.ts'
import {
  countSubscribers,
  countSubscribersByState,
  findSubscription,
  iterateSubscribers,
  listSubscribers,
  SUBSCRIBER_SORTS,
  type SubscriberFilter,
} from '../queries.ts'
import { removeSubscriber, unsubscribeOnRequest, writeAgain } from '../unsubscribe.ts'
import { RemoveSubscriberPage, SubscribersPage, UnsubscribeOnRequestPage } from './admin-pages.tsx'

const PAGE_LENGTH = 100
const SUBSCRIPTION_STATES = ['active', 'unsubscribed', 'pending', 'bounced'] as const
const LIST = '/admin/subscribers'

const DONE = {
  unsubscribed: 'The address is unsubscribed.',
  removed: 'The address has been removed for good.',
  'written-again': 'The address will be written to again.',
}

export function createSubscriptionAdminHandlers(
  platform: Platform,
  { findLayout }: { findLayout: FindAdminLayout },
) {
  const { db } = platform

  const layoutFor = (request: FastifyRequest, title: string) =>
    findLayout(request, { title, current: LIST })

  async function findSubscriber(request: FastifyRequest) {
    const subscriber = await findSubscription(db, parseId(request.params))
    if (!subscriber) throw new NotFoundError('This subscriber has been removed.')
    return subscriber
  }

  return {
    async listSubscribers(request: FastifyRequest, reply: FastifyReply) {
      const filter = parseTableFilter(request.query, SUBSCRIPTION_STATES)
      const counts = await countSubscribersByState(db)
      const total = await countSubscribers(db, filter)
      const page = pageOf(request.query, total, PAGE_LENGTH)
      const typed = (request.query as { sort?: unknown }).sort
      const sort = SUBSCRIBER_SORTS.find((known) => known === typed) ?? '-date'
      const rows = await listSubscribers(db, filter, { ...page, sort })
      const layout = await layoutFor(request, 'Subscribers')
      const done = doneMessage(request, DONE)
      const content = { layout, filter, sort, counts, total, rows, ...page, done }
      return sendPage(reply, <SubscribersPage {...content} />)
    },

    async subscribersCsv(request: FastifyRequest, reply: FastifyReply) {
      const fileName = 'subscribers.csv'
      const filter = parseTableFilter(request.query, SUBSCRIPTION_STATES)
      const details = [filter.state && `only ${filter.state}`, filter.q && 'as searched']
        .filter(Boolean)
        .join(', ')
      const action = 'subscribers.exported'
      await recordExport(platform, request, { action, fileName, details })
      const rows = csvRows(platform, filter)
      return sendCsv(reply, { fileName, headings: ['Address', 'State', 'Date'], rows })
    },

    async askUnsubscribe(request: FastifyRequest, reply: FastifyReply) {
      const subscriber = await findSubscriber(request)
      const layout = await layoutFor(request, 'Unsubscribe an address')
      return sendPage(reply, <UnsubscribeOnRequestPage {...{ layout, subscriber }} />)
    },

    async unsubscribe(request: FastifyRequest, reply: FastifyReply) {
      await unsubscribeOnRequest(platform, parseId(request.params), signedIn(request))
      return reply.redirect(`${LIST}?done=unsubscribed`, 303)
    },

    async writeAgain(request: FastifyRequest, reply: FastifyReply) {
      await writeAgain(platform, parseId(request.params), signedIn(request))
      return reply.redirect(`${LIST}?done=written-again`, 303)
    },

    async askRemove(request: FastifyRequest, reply: FastifyReply) {
      const subscriber = await findSubscriber(request)
      const layout = await layoutFor(request, 'Remove an address')
      return sendPage(reply, <RemoveSubscriberPage {...{ layout, subscriber }} />)
    },

    async remove(request: FastifyRequest, reply: FastifyReply) {
      await removeSubscriber(platform, parseId(request.params), signedIn(request))
      return reply.redirect(`${LIST}?done=removed`, 303)
    },
  }
}

async function* csvRows({ db, config }: Platform, filter: SubscriberFilter) {
  for await (const { email, state, created_at } of iterateSubscribers(db, filter)) {
    yield [email, state, formatInstant(created_at, config.timeZone)]
  }
}
