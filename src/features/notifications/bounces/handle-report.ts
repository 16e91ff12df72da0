import type { Delivery, Queryable } from '../../../platform/database/schema.ts'
import type { Deps, Platform } from '../../../platform/platform.ts'
import { recordAudit } from '../../accounts/audit-log/queries.ts'
import { findSubscription, markSubscription } from '../../subscriptions/queries.ts'
import { auditName, unsubscribe } from '../../subscriptions/unsubscribe.ts'
import { findDelivery } from '../queries.ts'
import { createBounceAddresses } from './bounce-address.ts'
import { countSetAside, countUnknownReport, listLatestStates, markBounced } from './queries.ts'
import {
  MAX_REPORT_BYTES,
  type ReadingLimits,
  readReportApart,
  UnreadableReport,
} from './read-report.ts'
import { isLost, type Report, returnedText } from './report-rules.ts'

export type ReportPlatform = Pick<Platform, 'config' | 'db' | 'clock' | 'log' | 'secretKey'>

/** The result of handling a message to the bounce address; no reply is ever sent. */
type ReportOutcome =
  | 'bounced'
  | 'complained'
  | 'already known'
  | 'not a report'
  | 'unknown token'
  | 'set aside'

const BY_REPORT = { administrator: null, actor: 'report by mail', clientIp: null }

/** Action name in the audit log. */
export const COMPLAINED = 'subscriber.complained'

/** Idempotent. @param raw the message, or its first MAX_REPORT_BYTES */
export async function handleReport(
  platform: ReportPlatform,
  raw: Buffer,
  limits: ReadingLimits = {},
): Promise<ReportOutcome> {
  const { config, db, log, secretKey } = platform
  const address = config.mail.bounceAddress
  if (address === undefined) return 'not a report'
  const { findIn } = createBounceAddresses(secretKey, address)
  const { deliveryIds, hasForgedToken } = findIn(raw.toString('latin1', 0, MAX_REPORT_BYTES))
  const [id] = deliveryIds
  const delivery = id === undefined ? undefined : await findDelivery(db, id)
  if (!delivery) {
    if (!hasForgedToken && id === undefined) return 'not a report'
    await countUnknownReport(db)
    log.warn('report ignored: it carries a token this installation never issued')
    return 'unknown token'
  }
  const report = await readReportApart(raw, delivery.recipient, limits).catch(withReadErrors)
  if (report instanceof UnreadableReport) return setAsideReport(platform, report.message)
  const outcome = await db
    .transaction()
    .execute((trx) => apply({ ...platform, db: trx }, delivery, report))
  log.info({ delivery: delivery.id, outcome }, 'report received by mail')
  return outcome
}

function withReadErrors(error: unknown): UnreadableReport {
  if (error instanceof UnreadableReport) return error
  throw error
}

/** Nothing more is done about a message that cannot be read. */
export async function setAsideReport(
  { db, log }: Pick<ReportPlatform, 'db' | 'log'>,
  problem: string,
): Promise<ReportOutcome> {
  await countSetAside(db)
  log.warn({ problem }, 'a message to MAIL_BOUNCE_ADDRESS was set aside unread')
  return 'set aside'
}

async function apply(
  means: Deps,
  delivery: Delivery,
  report: Report | undefined,
): Promise<ReportOutcome> {
  if (!report) return 'not a report'
  if (report.kind === 'complaint') return endSubscription(means, delivery)
  const { db, clock } = means
  const { id, subscription_id } = delivery
  const updated_at = clock()
  const change = { server_reply: returnedText(report), updated_at }
  if (!(await markBounced(db, id, change))) return 'already known'
  if (subscription_id === null) return 'bounced'
  if (isLost(report.status) || (await hasFailedInARow(db, subscription_id))) {
    const active = { id: subscription_id, state: 'active' } as const
    await markSubscription(db, active, { state: 'bounced', updated_at })
  }
  return 'bounced'
}

/** After this many notifications in a row came back, the mailbox is taken to be abandoned. */
const IN_A_ROW = 3

async function hasFailedInARow(db: Queryable, subscriptionId: number): Promise<boolean> {
  const states = await listLatestStates(db, subscriptionId, IN_A_ROW)
  return states.length === IN_A_ROW && states.every((state) => state === 'bounced')
}

async function endSubscription(means: Deps, { subscription_id }: Delivery) {
  const subscription = await findSubscription(means.db, subscription_id ?? 0)
  if (!subscription || subscription.state === 'unsubscribed') return 'already known'
  await unsubscribe(means, subscription)
  await recordAudit(means.db, {
    ...BY_REPORT,
    at: means.clock(),
    action: COMPLAINED,
    subject: auditName(subscription),
    details: 'Reported a notification as spam and was unsubscribed',
  })
  return 'complained'
}
