import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startCaddy, startNginx } from '../support/proxies.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'

// Needs more time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

describe.each([
  ['nginx', '-v', startNginx],
  ['caddy', 'version', startCaddy],
] as const)('behind %s', (command, word, startProxy) => {
  it.skipIf(spawnSync(command, [word]).status !== 0)(
    'two processes restart one after the other, and no visitor gets an error',
    async () => {
      const [folder, proxyPort] = [testFolder(), await freePort()]
      const ports = [await freePort(), await freePort()]
      const start = (port: number) => startForTest({ PORT: `${port}` }, folder)
      const running = []
      for (const port of ports) running.push({ port, docket: await start(port) })
      const services = ports.map((port) => `127.0.0.1:${port}`)
      const proxy = startProxy({ folder, services, port: proxyPort })
      onTestFinished(async () => {
        proxy.kill('SIGTERM')
        if (proxy.exitCode === null) await once(proxy, 'exit')
      })
      const visit = async () => {
        const response = await fetch(`http://127.0.0.1:${proxyPort}/`)
        await response.arrayBuffer()
        return response.status
      }
      await vi.waitFor(visit, 10_000)

      let isOver = false
      const statuses = new Set<number>()
      const visits = [1, 2, 3].map(async () => {
        for (; !isOver; await sleep(10)) statuses.add(await visit())
      })
      for (const { port, docket } of running) {
        await docket.stop()
        await sleep(500)
        await start(port)
      }
      isOver = true
      await Promise.all(visits)
      expect(statuses).toEqual(new Set([200]))
    },
  )
})
