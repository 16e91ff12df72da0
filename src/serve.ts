import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { closePlatform, openService } from './app.ts'
import { ConfigurationError, loadConfig } from './config.ts'
import { ensureFirstRunCode } from './features/accounts/administrators/administrators.ts'
import { removeLeftovers } from './features/docket/documents/store-files.ts'
import { createMailboxWatch } from './features/notifications/bounces/watch-mailbox.ts'
import { createDeliveryWorker } from './features/notifications/deliver/worker.ts'
import { sqliteFile } from './platform/database/connect.ts'
import { reserveDiskSpace } from './platform/database/sqlite/sqlite.ts'
import { removeOldThrottles } from './platform/database/throttle.ts'
import type { Platform } from './platform/platform.ts'
import { createWebServer, type WebServer } from './web-server.ts'

/** @returns the exit code once it has stopped */
export async function serve(): Promise<number> {
  const platform = await openService(loadConfig())
  await cleanUp(platform)
  const web = await createWebServer(platform)
  const isStopping = waitForShutdown()
  await listen(web, platform)
  await announce(web, platform)
  const { reader, worker, mailbox, ipEraser, scans, health } = web.features
  for (const work of [reader, worker, mailbox, ipEraser, scans, health]) work.start()
  await isStopping
  platform.log.info('stopping: finishing requests in progress')
  await web.close()
  return 0
}

async function cleanUp(platform: Platform): Promise<void> {
  const { files, db, clock, log } = platform
  const removing = removeLeftovers(platform)
  // A remote store is slow, and startup need not wait for it.
  if (files.isRemote) removing.catch((err) => log.warn({ err }, 'could not clean up the store'))
  else await removing
  await removeOldThrottles(db, clock()).catch((err) =>
    log.warn({ err }, 'could not delete old throttles'),
  )
}

export async function work(): Promise<void> {
  const platform = await openService(loadConfig())
  const worker = createDeliveryWorker(platform)
  const mailbox = createMailboxWatch(platform)
  const isStopping = waitForShutdown()
  worker.start()
  mailbox.start()
  platform.log.info('delivering')
  await isStopping
  await Promise.all([worker.stop(), mailbox.stop()])
  await closePlatform(platform)
}

async function listen(web: WebServer, { config }: Platform): Promise<void> {
  try {
    await web.server.listen({ host: config.host, port: config.port })
  } catch (error) {
    await web.close()
    const notHere = `HOST ${config.host} is not an address of this machine, for example 127.0.0.1`
    const reasons: Record<string, string> = {
      EADDRINUSE: `PORT ${config.port} is in use by another program: stop it, or choose another port, for example 3001`,
      EACCES: `PORT ${config.port} can only be opened by root: choose one above 1023, for example 3000`,
      EADDRNOTAVAIL: notHere,
      ENOTFOUND: notHere,
    }
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    throw reason ? new ConfigurationError(reason) : error
  }
}

/** The first-run address goes only to standard error: anyone who reads the logs could become the administrator. */
async function announce({ server }: WebServer, platform: Platform): Promise<void> {
  const { config, log } = platform
  const { address, port } = server.server.address() as AddressInfo
  log.info({ address, port }, `listening, public address ${config.publicUrl}`)
  console.error(`\n  Docket: ${config.publicUrl}\n  Administration: ${config.publicUrl}/admin`)
  const firstRun = await ensureFirstRunCode(platform)
  if (firstRun) {
    log.info('no administrator yet: the link that creates the first one is on standard error')
    console.error(
      `\n  There is no administrator yet. Create the first one here (this link works once):\n  ${firstRun}`,
    )
  }
  console.error('')
  // After everything that startup writes, which a full disk has room for only in the reserve.
  const file = sqliteFile(config.databaseUrl)
  if (file !== undefined) reserveDiskSpace(file)
}

const waitForShutdown = () => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
