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
import { haveFailedForDays, type Report } from './report-rules.ts'

export type ReportPlatform = Pick<Platform, 'config' | 'db' | 'clock' | 'log' | 'secretKey'>

export const COMPLAINED = 'subscriber.complained'
const BY_REPORT = { administrator: null, actor: 'report by mail', clientIp: null }

/** Idempotent; no reply is ever sent. @param raw the message, or its first MAX_REPORT_BYTES @returns what came of it */
export const handleReport = (platform: ReportPlatform, raw: Buffer, limits: ReadingLimits = {}) =>
  handle(platform, raw, limits).catch((error) => {
    if (error instanceof UnreadableReport) return setAsideReport(platform, error.message)
    throw error
  })

async function handle(platform: ReportPlatform, raw: Buffer, limits: ReadingLimits) {
  const { config, db, log, secretKey } = platform
  const address = config.mail.bounceAddress
  if (address === undefined) return 'not a report'
  const text = decodeBodies(raw.toString('latin1', 0, MAX_REPORT_BYTES))
  const id = createBounceAddresses(secretKey, address).findIn(text)
  const delivery = await findDelivery(db, id ?? 0)
  if (delivery) {
    const report = await readReportIsolated(raw, delivery.recipient, limits)
    const outcome = await db
      .transaction()
      .execute((trx) => apply({ ...platform, db: trx }, delivery, report))
    log.info({ delivery: delivery.id, outcome }, 'report received by mail')
    return outcome
  }
  const subscription = await findLinkHolder(platform, text)
  const report = subscription && (await readReportIsolated(raw, subscription.email, limits))
  if (subscription && report?.kind === 'complaint') return complain(platform, subscription, text)
  if (id === undefined) return 'not a report'
  await countUnknownReport(db)
  log.warn('report ignored: it carries a token this installation never issued')
  return 'unknown token'
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
async function findLinkHolder(platform: ReportPlatform, text: string) {
  const links = text.matchAll(LINK).take(MAX_LINKS)
  for (const token of new Set(links.map(([, token = '']) => querystring.unescape(token)))) {
    const holder = await findTokenHolder(platform, token)
    if (holder && holder !== 'test') return holder
  }
  return undefined
}

async function complain(platform: ReportPlatform, subscription: Subscription, text: string) {
  const { db, clock, log } = platform
  const [, id = 0] = /<notification-\d+\.delivery-(\d{1,9})@/.exec(text) ?? []
  const delivery = await findDelivery(db, Number(id))
  const sentAt = delivery?.subscription_id === subscription.id ? delivery.created_at : clock()
  const outcome = await db
    .transaction()
    .execute((trx) => endSubscription({ ...platform, db: trx }, subscription.id, sentAt))
  log.info({ subscription: subscription.id, outcome }, 'complaint received by mail')
  return outcome
}

export async function setAsideReport({ db, log }: ReportPlatform, problem: string) {
  await countSetAside(db)
  log.warn({ problem }, 'a message to MAIL_BOUNCE_ADDRESS was set aside unread')
  return 'set aside' as const
}

async function apply(deps: Deps, delivery: Delivery, report: Report | undefined) {
  if (!report) return 'not a report'
  const { id, subscription_id, created_at } = delivery
  if (report.kind === 'complaint') return endSubscription(deps, subscription_id ?? 0, created_at)
  const { db, clock } = deps
  const { cause: bounce_cause, status, words } = report
  const updated_at = clock()
  const change = { server_reply: `Returned (${status}): ${words}`, bounce_cause, updated_at }
  // In the order in which a removal locks them.
  const subscription = await lockSubscription(db, subscription_id ?? 0)
  if (!(await markBounced(db, id, change))) return 'already known'
  if (!subscription || isOlder(created_at, subscription)) return 'bounced'
  const hasFailed = async () => haveFailedForDays(await listFailuresInARow(db, subscription))
  if (bounce_cause === 'mailbox' || (bounce_cause === 'recipient' && (await hasFailed()))) {
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
