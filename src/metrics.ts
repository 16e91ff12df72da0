import { type Config, ConfigurationError } from './config.ts'
import { countWaitingDeliveries } from './features/notifications/deliver/delivery-queries.ts'
import { countSubscribersByState } from './features/subscriptions/queries.ts'
import { findRevision } from './platform/database/connect.ts'
import { type MetricsServer, startMetricsServer } from './platform/http/metrics-server.ts'
import type { Platform } from './platform/platform.ts'

export function addSiteGauges({ db, files, metrics }: Platform): void {
  metrics?.addGauge('docket_database_up', 'Whether the database answers.', () =>
    findRevision(db).then(isUp, isDown),
  )
  metrics?.addGauge('docket_storage_up', 'Whether the storage of the documents answers.', () =>
    files.check().then(isUp, isDown),
  )
  metrics?.addGauge('docket_deliveries_waiting', 'Messages queued or deferred.', () =>
    countWaitingDeliveries(db),
  )
  metrics?.addGauge('docket_subscribers_active', 'Active subscribers.', async () => {
    const { active } = await countSubscribersByState(db)
    return active
  })
}

const isUp = () => 1
const isDown = () => 0

/** @throws ConfigurationError when METRICS_ADDRESS cannot be had */
export async function serveMetrics(
  { metricsAddress }: Config,
  read: (() => Promise<string>) | undefined,
): Promise<MetricsServer | undefined> {
  if (!metricsAddress || !read) return undefined
  try {
    return await startMetricsServer(metricsAddress, read)
  } catch (error) {
    throw new ConfigurationError(
      `METRICS_ADDRESS cannot be used: ${(error as Error).message}, for example 127.0.0.1:9464`,
    )
  }
}
