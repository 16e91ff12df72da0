import type { Transaction } from 'kysely'
import type { Delivery, Schema } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordAudit } from '../../accounts/audit-log/queries.ts'
import { findSubscription, markSubscription } from '../../subscriptions/queries.ts'
import { auditName, unsubscribe } from '../../subscriptions/unsubscribe.ts'
import { findDelivery } from '../queries.ts'
import { createBounceAddresses } from './bounce-address.ts'
import { countUnknownReport, listLatestStates, markBounced } from './queries.ts'
import { MOST_BYTES, readMail } from './read-mail.ts'
import { isLost, type Report, readReport, returnedText } from './report-rules.ts'
import { type ComplaintPlatform, tellAdministrators } from './tell-administrators.tsx'

export type ReportPlatform = ComplaintPlatform & Pick<Platform, 'secretKey'>

/** What came of a message to the bounce address; it is never answered. */
export type ReportOutcome =
  | 'bounced'
  | 'complained'
  | 'known already'
  | 'not a report'
  | 'unknown token'

const BY_REPORT = { administrator: null, actor: 'report by mail', clientIp: null }

/** In the audit log. */
export const COMPLAINED = 'subscriber.complained'

/** Handling a report once more changes nothing. @param raw the message, or its first megabyte */
export async function handleReport(platform: ReportPlatform, raw: Buffer): Promise<ReportOutcome> {
  const { config, db, log, secretKey } = platform
  const address = config.mail.bounceAddress
  if (address === undefined) return 'not a report'
  const { findIn } = createBounceAddresses(secretKey, address)
  const { deliveryIds, hasUnknown } = findIn(raw.toString('latin1', 0, MOST_BYTES))
  const [id] = deliveryIds
  const delivery = id === undefined ? undefined : await findDelivery(db, id)
  if (!delivery) {
    if (!hasUnknown && id === undefined) return 'not a report'
    await countUnknownReport(db)
    log.warn('a report with a token that this installation never gave was left alone')
    return 'unknown token'
  }
  const mail = await readMail(raw).catch(() => undefined)
  const report: Report = mail ? readReport(mail, delivery.recipient) : { kind: 'other' }
  const outcome = await db
    .transaction()
    .execute((trx) => apply(platform, trx, { delivery, report }))
  log.info({ delivery: delivery.id, outcome }, 'report by mail')
  if (outcome === 'complained') await tellAdministrators(platform)
  return outcome
}

async function apply(
  platform: ReportPlatform,
  trx: Transaction<Schema>,
  { delivery, report }: { delivery: Delivery; report: Report },
): Promise<ReportOutcome> {
  if (report.kind === 'other') return 'not a report'
  const at = platform.clock()
  if (report.kind === 'complaint') return endSubscription(platform, trx, delivery)
  const change = { server_reply: returnedText(report), updated_at: at }
  if (!(await markBounced(trx, delivery.id, change))) return 'known already'
  const { subscription_id: id } = delivery
  if (id !== null && (isLost(report.status) || (await hasFailedInARow(trx, id)))) {
    await markSubscription(trx, { id, state: 'active' }, { state: 'bounced', updated_at: at })
  }
  return 'bounced'
}

/** So many notifications in a row came back: nobody reads them. */
const IN_A_ROW = 3

async function hasFailedInARow(trx: Transaction<Schema>, subscriptionId: number): Promise<boolean> {
  const states = await listLatestStates(trx, subscriptionId, IN_A_ROW)
  return states.length === IN_A_ROW && states.every((state) => state === 'bounced')
}

async function endSubscription(
  { clock }: ReportPlatform,
  trx: Transaction<Schema>,
  { subscription_id }: Delivery,
): Promise<ReportOutcome> {
  const subscription = await findSubscription(trx, subscription_id ?? 0)
  if (!subscription || subscription.state === 'unsubscribed') return 'known already'
  await unsubscribe({ db: trx, clock }, subscription)
  await recordAudit(trx, {
    ...BY_REPORT,
    at: clock(),
    action: COMPLAINED,
    subject: auditName(subscription),
    details: 'Reported a notification as spam, and was unsubscribed',
  })
  return 'complained'
}
