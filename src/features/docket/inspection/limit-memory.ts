import { Worker } from 'node:worker_threads'

/**
 * Kills this process once it holds more than so many megabytes, or once its parent has gone. V8's own limit covers
 * the JavaScript heap only, not the buffers into which a PDF's streams unpack (1 MB may become 1 GB), and the busy
 * thread cannot watch itself.
 */
export function limitMemory(megabytes: number): void {
  const watch = `
    const { ppid } = process
    setInterval(() => {
      const tooMuch = process.memoryUsage.rss() > ${megabytes * 1024 * 1024}
      if (tooMuch || process.ppid !== ppid) process.kill(process.pid, 'SIGKILL')
    }, 100)`
  new Worker(watch, { eval: true }).unref()
}
