import type { Guards } from '../../src/features/accounts/sessions/guard.ts'
import type { DeliveryWorker } from '../../src/features/notifications/deliver/worker.ts'
import { API_INFO } from '../../src/features/site/api-page.tsx'
import { createFeatures } from '../../src/features.ts'
import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { Route } from '../../src/platform/http/route.ts'
import { createServer } from '../../src/platform/http/server.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { createRoutes } from '../../src/routes.ts'
import { sharedInspector } from './shared-inspector.ts'
import { createTestPlatform } from './test-platform.ts'

interface Own {
  routes?: (guards: Guards) => Route[]
  worker?: DeliveryWorker
}

/** The whole site over a fresh database, with shorter pages for errors. */
export async function startServer(
  dialect: DialectName = 'sqlite',
  environment: Record<string, string> = {},
  overrides: Partial<Platform> = {},
  own: Own = {},
) {
  const time = { now: Date.UTC(2026, 6, 30, 12) }
  const { platform, dispose } = await createTestPlatform(dialect, environment, {
    clock: () => time.now,
    ...overrides,
  })
  const { origin, close } = await listen(platform, own)
  return {
    platform,
    /** The service's clock; tests move it. */
    time,
    origin,
    async close() {
      await close()
      await dispose()
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startServer>>

/** Another server over the same platform, like a second process. */
export async function listen(platform: Platform, { routes = () => [], worker }: Own = {}) {
  const features = createFeatures(platform, { inspector: sharedInspector, worker })
  const server = await createServer(
    platform,
    [...createRoutes(features), ...routes(features.guards)],
    {
      renderError: async (_request, error) => `<p>${error.code}: ${error.message}</p>`,
      apiInfo: API_INFO,
      onAnswered: features.metrics.countRequest,
    },
  )
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  return {
    server,
    origin,
    async close() {
      await Promise.all([server.close(), features.worker.stop()])
      await features.close()
    },
  }
}
