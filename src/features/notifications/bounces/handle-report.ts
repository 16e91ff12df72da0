import querystring from 'node:querystring'
import type { Delivery, Subscription } from '../../../platform/database/schema.ts'
import type { Deps, Platform } from '../../../platform/platform.ts'
import { recordAudit } from '../../accounts/audit-log/queries.ts'
import { lockSubscription, markSubscription } from '../../subscriptions/queries.ts'
import { auditName, findTokenHolder, unsubscribe } from '../../subscriptions/unsubscribe.ts'
import { findDelivery } from '../queries.ts'
import { createBounceAddresses } from './bounce-address.ts'
import { countSetAside, countUnknownReport, listFailuresInARow, markBounced } from './queries.ts'
import {
  MAX_REPORT_BYTES,
  type ReadingLimits,
  readReportIsolated,
  UnreadableReport,
} from './read-report.ts'
import { haveFailedForDays, type Report, returnedText } from './report-rules.ts'

export type ReportPlatform = Pick<Platform, 'config' | 'db' | 'clock' | 'log' | 'secretKey'>

const BY_REPORT = { administrator: null, actor: 'report by mail', clientIp: null }

/** Action name in the audit log. */
export const COMPLAINED = 'subscriber.complained'

/** Idempotent; no reply is ever sent. @param raw the message, or its first MAX_REPORT_BYTES @returns what came of it */
export async function handleReport(
  platform: ReportPlatform,
  raw: Buffer,
  limits: ReadingLimits = {},
) {
  const { config, db, log, secretKey } = platform
  const address = config.mail.bounceAddress
  if (address === undefined) return 'not a report'
  const { findIn } = createBounceAddresses(secretKey, address)
  const text = decodeBodies(raw.toString('latin1', 0, MAX_REPORT_BYTES))
  const { deliveryIds, hasForgedToken } = findIn(text)
  const [id] = deliveryIds
  const delivery = id === undefined ? undefined : await findDelivery(db, id)
  if (!delivery) {
    const complaint = await handleComplaint(platform, { raw, text, limits })
    if (complaint !== 'not a report' || (!hasForgedToken && id === undefined)) return complaint
    await countUnknownReport(db)
    log.warn('report ignored: it carries a token this installation never issued')
    return 'unknown token'
  }
  const report = await readReportIsolated(raw, delivery.recipient, limits).catch(withReadErrors)
  if (report instanceof UnreadableReport) return setAsideReport(platform, report.message)
  const outcome = await db
    .transaction()
    .execute((trx) => apply({ ...platform, db: trx }, delivery, report))
  log.info({ delivery: delivery.id, outcome }, 'report received by mail')
  return outcome
}

/** Our messages have this link; a text with many of them is not one of our messages. */
const LINK = /\/unsubscribe\/([\w.~%+=-]{8,500})/g
const MAX_LINKS = 5

const BASE64 = /(?<![\w+/])(?:[A-Za-z0-9+/]{60,76}\r?\n){2,}[A-Za-z0-9+/=]*/g

/** Some providers send the returned message quoted-printable, its lines broken, or in base64. */
const decodeBodies = (text: string) =>
  text
    .replace(/=\r?\n/g, '')
    .replace(BASE64, (lines) => Buffer.from(lines, 'base64').toString('latin1'))

/** Many providers' complaints do not say who sent the message, but return it (RFC 5965, 3.2). */
async function handleComplaint(
  platform: ReportPlatform,
  { raw, text, limits }: { raw: Buffer; text: string; limits: ReadingLimits },
) {
  const { db, log } = platform
  const links = text.matchAll(LINK).take(MAX_LINKS)
  const tokens = new Set(links.map(([, token = '']) => querystring.unescape(token)))
  for (const token of tokens) {
    const holder = await findTokenHolder(platform, token)
    if (!holder || holder === 'test') continue
    const report = await readReportIsolated(raw, holder.email, limits).catch(withReadErrors)
    if (report instanceof UnreadableReport) return setAsideReport(platform, report.message)
    if (report?.kind !== 'complaint') return 'not a report'
    const [, id] = /<notification-\d+\.delivery-(\d{1,9})@/.exec(text) ?? []
    const delivery = id === undefined ? undefined : await findDelivery(db, Number(id))
    const sentAt = delivery?.subscription_id === holder.id ? delivery.created_at : platform.clock()
    const outcome = await db
      .transaction()
      .execute((trx) => endSubscription({ ...platform, db: trx }, holder.id, sentAt))
    log.info({ subscription: holder.id, outcome }, 'complaint received by mail')
    return outcome
  }
  return 'not a report'
}

function withReadErrors(error: unknown): UnreadableReport {
  if (error instanceof UnreadableReport) return error
  throw error
}

/** Nothing more is done about a message that cannot be read. */
export async function setAsideReport(
  { db, log }: Pick<ReportPlatform, 'db' | 'log'>,
  problem: string,
) {
  await countSetAside(db)
  log.warn({ problem }, 'a message to MAIL_BOUNCE_ADDRESS was set aside unread')
  return 'set aside' as const
}

async function apply(deps: Deps, delivery: Delivery, report: Report | undefined) {
  if (!report) return 'not a report'
  const { id, subscription_id, created_at } = delivery
  if (report.kind === 'complaint') return endSubscription(deps, subscription_id ?? 0, created_at)
  const { db, clock } = deps
  const { cause } = report
  const updated_at = clock()
  const change = { server_reply: returnedText(report), bounce_cause: cause, updated_at }
  // In the order in which a removal locks them.
  const subscription = await lockSubscription(db, subscription_id ?? 0)
  if (!(await markBounced(db, id, change))) return 'already known'
  if (!subscription || isOlder(created_at, subscription)) return 'bounced'
  const hasFailed = async () => haveFailedForDays(await listFailuresInARow(db, subscription))
  if (cause === 'mailbox' || (cause === 'recipient' && (await hasFailed()))) {
    const active = { id: subscription.id, state: 'active' } as const
    await markSubscription(db, active, { state: 'bounced', updated_at })
  }
  return 'bounced'
}

/** A late report does not undo what the subscriber has asked for since the message. */
const isOlder = (sentAt: number, { updated_at }: Subscription) => sentAt < updated_at

async function endSubscription(deps: Deps, id: number, sentAt: number) {
  const subscription = await lockSubscription(deps.db, id)
  if (!subscription || subscription.state === 'unsubscribed' || isOlder(sentAt, subscription)) {
    return 'already known'
  }
  await unsubscribe(deps, subscription)
  await recordAudit(deps.db, {
    ...BY_REPORT,
    at: deps.clock(),
    action: COMPLAINED,
    subject: auditName(subscription),
    details: 'Reported a notification as spam and was unsubscribed',
  })
  return 'complained'
}
