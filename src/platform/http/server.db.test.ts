import type { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { listen } from '../../../test/support/start-server.ts'
import { newPlatform } from '../../../test/support/test-platform.ts'

test('a request that arrives while the service begins to stop is answered', async () => {
  const { server, origin, close } = await listen(await newPlatform('sqlite'))
  const emit = server.server.emit.bind(server.server) as EventEmitter['emit']
  const closed = Promise.withResolvers<void>()
  vi.spyOn(server.server, 'emit').mockImplementation((name: string, ...values: unknown[]) => {
    if (name !== 'request') return emit(name, ...values)
    closed.resolve(close())
    void sleep(50).then(() => emit(name, ...values))
    return true
  })
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  await closed.promise
})
