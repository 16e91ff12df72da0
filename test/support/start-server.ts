import type { DialectName } from '../../src/platform/database/dialect.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { createTestPlatform } from './test-platform.ts'

export interface TestServer {
  platform: Platform
  origin: string
  /** The service's clock; tests move it. */
  time: { now: number }
  close(): Promise<void>
}

interface Listening {
  origin: string
  close(): Promise<void>
}

/** A platform over a fresh database, and the server that `listen` starts over it. */
export async function startServer(
  listen: (platform: Platform) => Promise<Listening>,
  dialect: DialectName,
  environment: Record<string, string>,
  overrides: Partial<Platform> = {},
): Promise<TestServer> {
  const time = { now: Date.UTC(2026, 6, 30, 12) }
  const { platform, dispose } = await createTestPlatform(dialect, environment, {
    clock: () => time.now,
    ...overrides,
  })
  const { origin, close } = await listen(platform)
  return {
    platform,
    time,
    origin,
    async close() {
      await close()
      await dispose()
    },
  }
}
