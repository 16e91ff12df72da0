import { readFileSync } from 'node:fs'
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

export async function downloaded(page: Page, link: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).first().click(),
  ])
  return readFileSync(await file.path(), 'utf8')
}
