import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../../platform/http/errors.ts'
import { paginate, parseId, parseTableFilter } from '../../../platform/http/request/parse.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatInstant } from '../../../shared/date.ts'
import type { FindAdminLayout } from '../../accounts/admin-layout.ts'
import { exportCsv, redirectDone, sendPage, signedIn } from '../../accounts/sessions/answer.ts'
import * as queries from '../queries.ts'
import { removeSubscriber, resumeSubscription, unsubscribeOnRequest } from '../unsubscribe.ts'
import { SubscriberPage, SubscribersPage } from './admin-pages.tsx'

const PAGE_LENGTH = 100
const SUBSCRIPTION_STATES = ['active', 'unsubscribed', 'pending', 'bounced'] as const
const LIST = '/admin/subscribers'

export function createSubscriptionAdminHandlers(platform: Platform, findLayout: FindAdminLayout) {
  const { db } = platform

  const making =
    (change: typeof removeSubscriber, done: string) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      await change(platform, parseId(request.params), signedIn(request))
      return redirectDone(reply, LIST, done)
    }

  return {
    async listSubscribers(request: FastifyRequest, reply: FastifyReply) {
      const filter = parseTableFilter(request.query, SUBSCRIPTION_STATES)
      const counts = await queries.countSubscribersByState(db)
      const total = await queries.countSubscribers(db, filter)
      const pages = paginate(request.query, total, PAGE_LENGTH)
      const rows = await queries.listSubscribers(db, filter, pages)
      const layout = await findLayout(request, { title: 'Subscribers', current: LIST })
      const content = { layout, filter, counts, total, rows, pages }
      return sendPage(reply, <SubscribersPage {...content} />)
    },

    subscribersCsv: (_request: FastifyRequest, reply: FastifyReply) =>
      exportCsv(platform, reply, {
        action: 'subscribers.exported',
        fileName: 'subscribers.csv',
        headings: ['Address', 'State', 'Date'],
        rows: subscriberCsvRows(platform),
      }),

    async showSubscriber(request: FastifyRequest, reply: FastifyReply) {
      const subscriber = await queries.findSubscription(db, parseId(request.params))
      if (!subscriber) throw new NotFoundError('This subscriber has been removed.')
      const layout = await findLayout(request, { title: subscriber.email, current: LIST })
      return sendPage(reply, <SubscriberPage layout={layout} subscriber={subscriber} />)
    },

    unsubscribe: making(unsubscribeOnRequest, 'The address was unsubscribed.'),
    resumeSubscription: making(resumeSubscription, 'The address will get notifications again.'),
    remove: making(removeSubscriber, 'The address was permanently removed.'),
  }
}

async function* subscriberCsvRows({ db, config }: Platform) {
  for await (const { email, state, created_at } of queries.iterateSubscribers(db)) {
    yield [email, state, formatInstant(created_at, config.timeZone)]
  }
}
