import { Worker } from 'node:worker_threads'

/**
 * For a process that reads what others sent: kills it if it uses too much memory or its parent is gone. V8's own limit does
 * not cover buffers (1 MB of PDF streams may unpack to 1 GB), and a busy thread cannot watch itself.
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
