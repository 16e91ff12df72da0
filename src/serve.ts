import type { AddressInfo } from 'node:net'
import { createApp, openPlatform } from './app.ts'
import { ConfigurationError, loadConfig } from './config.ts'
import { ensureFirstRunCode } from './features/accounts/first-run.ts'
import { isStorageKeyNamed } from './features/documents/queries.ts'
import { removeOldThrottles } from './platform/database/throttle.ts'
import type { Platform } from './platform/platform.ts'

/** `docket serve`: the web service with the delivery worker inside. Resolves when it was told to stop and has. */
export async function serve(): Promise<void> {
  const config = loadConfig()
  const platform = await openPlatform(config, config.database)
  const removed = await platform.files.sweep((key) => isStorageKeyNamed(platform.db, key))
  if (removed > 0)
    platform.log.info({ removed }, 'removed files that an interrupted process had left')
  await removeOldThrottles(platform.db, platform.clock())
  const app = await createApp(platform)
  try {
    await listen(app.server, platform)
  } catch (error) {
    await app.close()
    throw error
  }
  await announce(platform, app.server.server.address() as AddressInfo)
  app.features.worker.start()
  await untilToldToStop()
  platform.log.info('stopping: finishing what is under way')
  await app.close()
}

/** `docket worker`: delivers mail, serves nothing. */
export async function work(): Promise<void> {
  const config = loadConfig()
  const platform = await openPlatform(config, config.database)
  const { createDeliveryWorker } = await import('./features/notifications/worker.ts')
  const { closePlatform } = await import('./app.ts')
  const worker = createDeliveryWorker(platform)
  worker.start()
  platform.log.info('delivering')
  await untilToldToStop()
  await worker.stop()
  await closePlatform(platform)
}

async function listen(
  server: { listen(options: { host: string; port: number }): Promise<string> },
  { config }: Platform,
) {
  try {
    await server.listen({ host: config.host, port: config.port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new ConfigurationError(
        `PORT ${config.port} is taken by another program: stop it, or choose another, for example 3001`,
      )
    }
    if (code === 'EACCES') {
      throw new ConfigurationError(
        `PORT ${config.port} may only be opened by root: choose one above 1023, for example 3000`,
      )
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ConfigurationError(
        `HOST ${config.host} is not an address of this machine, for example 127.0.0.1`,
      )
    }
    throw error
  }
}

/** Logs are on standard output; what the person who starts it needs is on standard error as well. */
async function announce(platform: Platform, { address, port }: AddressInfo): Promise<void> {
  const { config, log } = platform
  log.info({ address, port }, `listening, public address ${config.publicUrl}`)
  console.error(`\n  Docket: ${config.publicUrl}\n  Administration: ${config.publicUrl}/admin`)
  const firstRun = await ensureFirstRunCode(platform)
  if (firstRun) {
    log.info(`no administrator yet; create the first at ${firstRun}`)
    console.error(
      `\n  There is no administrator yet. Create the first one here (this address works once):\n  ${firstRun}`,
    )
  }
  console.error('')
}

function untilToldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
