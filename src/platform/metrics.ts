import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type PrometheusContentType,
  Registry,
} from 'prom-client'

export interface Metrics {
  /** @param route the pattern, never the address: tokens stay out, and the number of series small */
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void
  /** `joined`: part of a download that has a record; `refused`: beyond what is counted for one address. */
  countDownload(outcome: 'recorded' | 'joined' | 'refused' | 'not_recorded'): void
  /** Read whenever Prometheus asks; left out while it cannot be read. */
  addGauge(name: string, help: string, read: () => Promise<number>): void
  read(): Promise<string>
}

/** From a cached page to a large file sent to a slow visitor. */
const SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600]

export function createMetrics(): Metrics {
  const registry = new Registry()
  // One of several web processes is asked by the supervisor (readOfAllProcesses).
  new AggregatorRegistry<PrometheusContentType>()
  AggregatorRegistry.setRegistries([registry])
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'docket_http_request_duration_seconds',
    help: 'Time until a response had been sent, by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers,
  })
  const downloads = new Counter({
    name: 'docket_downloads_total',
    help: 'Answers with a document’s last byte since the start, by what became of their record.',
    labelNames: ['outcome'] as const,
    registers,
  })
  for (const outcome of ['recorded', 'joined', 'refused', 'not_recorded'])
    downloads.inc({ outcome }, 0)
  return {
    observeRequest: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    countDownload: (outcome) => downloads.inc({ outcome }),
    addGauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        // The number is the whole site's, whichever process reads it.
        aggregator: 'first',
        collect() {
          return read().then(
            (value) => this.set(value),
            () => this.remove(),
          )
        },
      })
    },
    read: () => registry.metrics(),
  }
}

/** The sums over all web processes, for the supervisor. */
export const readOfAllProcesses = () =>
  new AggregatorRegistry<PrometheusContentType>().clusterMetrics()
