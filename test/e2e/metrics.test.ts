import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { removeFolder, runDocket } from '../support/run-docket.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'

async function start(environment: Record<string, string> = {}) {
  const port = await freePort()
  const docket = await startForTest({ METRICS_ADDRESS: `127.0.0.1:${port}`, ...environment })
  return { site: docket.url, folder: docket.folder, metrics: `http://127.0.0.1:${port}/metrics` }
}

const read = async (url: string) => (await fetch(url)).text()

/** The value of one series, or the sum of those that match. */
function sumOf(text: string, series: RegExp): number | undefined {
  const lines = text.split('\n').filter((line) => series.test(line))
  if (lines.length === 0) return undefined
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

describe('metrics', () => {
  it('count requests by route, downloads, and what waits; never with an address in them', async () => {
    const { site, metrics } = await start()
    await fetch(site)
    await fetch(`${site}/unsubscribe/a-secret-token`)
    await fetch(`${site}/no/such/page`)
    const text = await read(metrics)
    const count = (route: string, status: number) =>
      sumOf(
        text,
        RegExp(`duration_seconds_count\\{method="GET",route="${route}",status="${status}"`),
      )
    expect(count('/', 200)).toBe(1)
    expect(count('/unsubscribe/:token', 404)).toBe(1)
    expect(count('none', 404)).toBe(1)
    expect(text).not.toContain('a-secret-token')
    expect(sumOf(text, /^docket_downloads_total\{outcome="recorded"\}/)).toBe(0)
    expect(sumOf(text, /^docket_database_up /)).toBe(1)
    expect(sumOf(text, /^docket_storage_up /)).toBe(1)
    expect(sumOf(text, /^docket_deliveries_waiting /)).toBe(0)
    expect(sumOf(text, /^docket_subscribers_active /)).toBe(0)
    expect(sumOf(text, /^nodejs_eventloop_lag_seconds /)).toBeDefined()
  })

  it('are on their own address only, and there is nothing else on it', async () => {
    const { site, metrics } = await start()
    expect((await fetch(`${site}/metrics`)).status).toBe(404)
    expect((await fetch(metrics.replace('/metrics', '/'))).status).toBe(404)
    expect((await fetch(metrics, { method: 'POST' })).status).toBe(404)
  })

  it('add up over the web processes', async () => {
    const { site, metrics } = await start({ WEB_CONCURRENCY: '2' })
    for (let i = 0; i < 20; i += 1) {
      await fetch(`${site}/healthz`, { headers: { connection: 'close' } })
    }
    const text = await read(metrics)
    expect(sumOf(text, /duration_seconds_count\{method="GET",route="\/healthz"/)).toBe(20)
    expect(sumOf(text, /^docket_database_up /)).toBe(1)
  })

  it('say that the storage is down', async () => {
    const { metrics, folder } = await start()
    removeFolder(join(folder, 'documents'))
    writeFileSync(join(folder, 'documents'), 'in the way')
    expect(sumOf(await read(metrics), /^docket_storage_up /)).toBe(0)
  })

  it('an address that is taken stops the start with one line', async () => {
    const { site } = await start()
    const taken = site.replace('http://', '')
    const folder = testFolder()
    const result = await runDocket(['serve'], {
      DATA_DIR: folder,
      PORT: String(await freePort()),
      METRICS_ADDRESS: taken,
    })
    expect(result.code).not.toBe(0)
    expect(result.stderr).toMatch(/METRICS_ADDRESS cannot be used: .*EADDRINUSE/)
  })
})
