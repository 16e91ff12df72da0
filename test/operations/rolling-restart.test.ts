import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { PROXIES } from '../support/proxies.ts'
import { repeatDuring } from '../support/repeat-during.ts'
import type { RunningDocket } from '../support/run-docket.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'

describe.each(PROXIES)('behind $name', ({ isInstalled, start: startProxy }) => {
  it.runIf(isInstalled)(
    'two processes restart one after the other, and no visitor gets an error',
    async () => {
      const folder = testFolder()
      const ports = [await freePort(), await freePort()]
      const start = (port: number) => startForTest({ PORT: `${port}` }, folder)
      const running: [number, RunningDocket][] = []
      for (const port of ports) running.push([port, await start(port)])
      const services = ports.map((port) => `127.0.0.1:${port}`)
      const proxy = await startProxy({ folder, services })
      onTestFinished(proxy.stop)

      const statuses = new Set<number>()
      const visit = async () => {
        const response = await fetch(`http://127.0.0.1:${proxy.port}/`)
        await response.arrayBuffer()
        statuses.add(response.status)
        await sleep(10)
      }
      const restart = async () => {
        for (const [port, docket] of running) {
          await docket.stop()
          await sleep(500)
          await start(port)
        }
      }
      await repeatDuring(restart(), [visit, visit, visit])
      expect(statuses).toEqual(new Set([200]))
    },
  )
})
