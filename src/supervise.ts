import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

export type Order = 'announce' | 'deliver' | 'stop'

const FAILED = 1
/** How much longer than SHUTDOWN_SECONDS a process may take to stop. */
const STRAGGLER_MS = 10_000

/**
 * Keeps WEB_CONCURRENCY web processes running behind one port (decision 015) until told to stop. The first starts alone, so
 * that a wrong setting is reported once. One of them delivers the mail; if it ends, another takes over.
 * @returns the exit code
 */
export function supervise({ webConcurrency, shutdownMs }: Config, log: Logger): Promise<number> {
  const { promise, resolve: leave } = Promise.withResolvers<number>()
  const listening = new Map<Worker, number>()
  const restarts = new Set<NodeJS.Timeout>()
  let started = 0
  let isAnnounced = false
  let isStopping = false
  let endings = 0
  let exitCode = 0
  let deliverer: Worker | undefined

  function start(): void {
    started += 1
    const one = cluster.fork()
    one.once('listening', () => {
      listening.set(one, performance.now())
      log.info({ child: one.id, pid: one.process.pid }, 'web process is listening')
      arrange()
    })
    one.once('exit', (code, signal) => onExit(one, code, signal))
    one.on('error', (err) => log.error({ err, child: one.id }, 'could not reach the web process'))
  }

  /** Starts the other processes, picks one to deliver mail, and has the address announced once all are listening. */
  function arrange(): void {
    if (isStopping) return
    while (started < webConcurrency) start()
    const [any] = listening.keys()
    if (!any) return
    if (!deliverer) {
      deliverer = any
      tell(any, 'deliver')
    }
    if (!isAnnounced && (listening.size === webConcurrency || endings > 0)) {
      isAnnounced = true
      tell(any, 'announce')
    }
  }

  function onExit(one: Worker, code: number | null, signal: string | null): void {
    const since = listening.get(one)
    listening.delete(one)
    if (deliverer === one) deliverer = undefined
    if (isStopping || (started === 1 && since === undefined)) {
      exitCode ||= code ?? (signal === 'SIGTERM' ? 0 : FAILED)
      if (Object.keys(cluster.workers ?? {}).length === 0) leave(exitCode)
      return
    }
    endings = since && performance.now() - since > SETTLED_MS ? 1 : endings + 1
    const delay = restartDelay(endings)
    log.error({ child: one.id, code, signal, delay }, 'web process ended; another will start')
    const timer = setTimeout(() => {
      restarts.delete(timer)
      start()
    }, delay)
    restarts.add(timer)
    arrange()
  }

  function stop(): void {
    if (isStopping) return
    isStopping = true
    for (const timer of restarts) clearTimeout(timer)
    const processes = Object.values(cluster.workers ?? {}).filter((one) => one !== undefined)
    if (processes.length === 0) leave(exitCode)
    log.info('stopping: web processes are finishing requests in progress')
    for (const one of processes) {
      if (listening.has(one)) tell(one, 'stop')
      else one.process.kill('SIGTERM')
    }
    const kill = () => {
      for (const one of processes) one.process.kill('SIGKILL')
    }
    setTimeout(kill, shutdownMs + STRAGGLER_MS).unref()
  }

  const tell = (one: Worker, order: Order) => one.send(order, () => {})
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  start()
  return promise
}

const FIRST_MS = 100
const MOST_MS = 30_000
/** After this long, the end of a process does not count as a failed start. */
export const SETTLED_MS = 60_000

/** @param endings how many processes have ended since one last served for SETTLED_MS, this one included */
export function restartDelay(endings: number): number {
  return Math.min(FIRST_MS * 2 ** (endings - 1), MOST_MS)
}
