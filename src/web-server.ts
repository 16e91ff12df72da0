import { closePlatform } from './app.ts'
import { API_INFO } from './features/site/api-page.tsx'
import { createErrorRenderer } from './features/site/pages.tsx'
import { createFeatures } from './features.ts'
import { createServer } from './platform/http/server.ts'
import type { Platform } from './platform/platform.ts'
import { createRoutes } from './routes.ts'
import type { SiteHeader } from './ui/layout/layout.tsx'

export type WebServer = Awaited<ReturnType<typeof createWebServer>>

export async function createWebServer(platform: Platform, archive?: SiteHeader['archive']) {
  const features = createFeatures(platform, { archive })
  const server = await createServer(platform, createRoutes(features), {
    renderError: createErrorRenderer(platform, features.findFrame),
    apiInfo: API_INFO,
    onAnswered: features.metrics.countRequest,
  })
  return {
    server,
    features,
    /** Finishes current requests within SHUTDOWN_SECONDS, then closes everything. */
    async close(): Promise<void> {
      // Idle keep-alive connections would delay the shutdown.
      const idle = setInterval(() => server.server.closeIdleConnections(), 100)
      const { shutdownMs } = platform.config
      const deadline = setTimeout(() => server.server.closeAllConnections(), shutdownMs)
      await Promise.all([server.close(), features.worker.stop()])
      clearInterval(idle)
      clearTimeout(deadline)
      await features.close()
      await closePlatform(platform)
    },
  }
}
