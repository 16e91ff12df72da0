import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Queryable } from '../../platform/database/schema.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { hashText, isSame } from '../../platform/http/signing.ts'
import type { Platform } from '../../platform/platform.ts'
import type { createDownloadRecorder } from '../downloads/record-download.ts'
import { findPause } from '../notifications/deliver/worker-queries.ts'
import { DELIVERY_STATES } from '../notifications/rules.ts'
import { countWaitingPages } from '../recognition/queries.ts'
import { countDeliveries } from './queries.ts'
import type { HealthWatch } from './watch.ts'

const WEEK_MS = 7 * 86_400_000

type Recorder = Pick<ReturnType<typeof createDownloadRecorder>, 'record'>

/** For Prometheus. @param db for reading, without holding up visitors */
export function createMetrics(platform: Platform, db: Queryable, health: HealthWatch) {
  const { clock, config } = platform
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `docket_${name}`, help, labelNames, registers })
  const requests = new Histogram({
    name: 'docket_http_request_seconds',
    help: 'Requests by route and status, and their duration',
    labelNames: ['route', 'status'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  })
  const downloads = new Counter({
    name: 'docket_downloads_total',
    help: 'Documents sent whole and recorded by this process',
    registers,
  })
  const deliveries = gauge('deliveries', 'Messages of the last 7 days by state', ['state'])
  const queueAge = gauge('delivery_queue_age_seconds', 'Of the message that waits longest')
  const paused = gauge('mail_paused', '1 while the mail server takes no messages')
  const backup = gauge('last_backup_timestamp_seconds', 'When it ended; 0 if there is none')
  const missing = gauge('documents_missing', 'Published documents without a whole file')
  const scans = gauge('recognition_waiting_pages', 'Scanned pages that wait for text recognition')

  async function refresh(): Promise<void> {
    paused.set((await findPause(db)) ? 1 : 0)
    backup.set(((await health.lastBackup()) ?? 0) / 1000)
    missing.set(health.missing())
    const now = clock()
    const counts = await countDeliveries(db, now - WEEK_MS)
    for (const state of DELIVERY_STATES)
      deliveries.set({ state }, counts.find((one) => one.state === state)?.count ?? 0)
    const queued = counts.filter(({ state }) => state === 'queued' || state === 'deferred')
    queueAge.set((now - Math.min(now, ...queued.map(({ oldest }) => oldest))) / 1000)
    scans.set(await countWaitingPages(db))
  }

  return {
    countRequest: (route: string, status: number, ms: number) =>
      requests.observe({ route, status }, ms / 1000),
    countDownloads:
      ({ record }: Recorder): Recorder['record'] =>
      async (documents) => {
        const recorded = await record(documents)
        downloads.inc(recorded.stored.filter(({ outcome }) => outcome === 'recorded').length)
        return recorded
      },
    show: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isOwn(request) && !hasToken(request, config.metricsToken)) throw new NotFoundError()
      await refresh()
      return reply
        .header('cache-control', 'no-store')
        .type(registry.contentType)
        .send(await registry.metrics())
    },
  }
}

const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']
const isLoopback = (address: string | null) => /^(?:127\.|::1$)/.test(address ?? '')

/** Whether a program on this machine asks; not if a proxy here passed on a visitor's request without the address. */
const isOwn = ({ visitorIp, clientIp, headers }: FastifyRequest) =>
  isLoopback(visitorIp) || (isLoopback(clientIp) && !PROXY_HEADERS.some((name) => name in headers))

const hasToken = ({ headers }: FastifyRequest, token: string | undefined) =>
  token !== undefined && isSame(hashText(`Bearer ${token}`), hashText(headers.authorization ?? ''))
