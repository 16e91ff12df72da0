import type { Page } from 'playwright-core'
import { startWithAdministrator } from './admin-browser.ts'
import { inDatabaseOf } from './database-of.ts'
import { addSubscribers } from './delivery.ts'
import { importRecap } from './import-recap.ts'
import { newDataFolder, type RunningDocket } from './run-docket.ts'

/* What the journeys of notifications share. */

export const count = (page: Page, state: string) => page.locator(`[data-count=${state}]`)

export async function startWithSubscribers(
  subscriberCount: number,
  environment: Record<string, string>,
): Promise<RunningDocket> {
  const folder = newDataFolder()
  const titles = ['COMPLAINT by Doe', 'MOTION to Stay', 'ORDER granting']
  const lines = titles.map((title, at) => `${at + 1} 2026-07-0${at + 1} ${title}`)
  await importRecap(folder, lines)
  await inDatabaseOf(folder, (db) => addSubscribers(db, subscriberCount))
  return startWithAdministrator(environment, folder)
}
