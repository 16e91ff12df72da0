import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { startWithAdministrator } from './admin-browser.ts'
import { importRecap } from './import-recap.ts'
import { newDataFolder, type RunningDocket, subscribeAt } from './run-docket.ts'

/* What the journeys of notifications share. */

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).click()
export const count = (page: Page, state: string) => page.locator(`[data-count=${state}]`)

/** A docket of three entries with subscribers, running. */
export async function startWithSubscribers(
  subscriberCount: number,
  environment: Record<string, string>,
): Promise<RunningDocket> {
  const folder = newDataFolder()
  const titles = ['COMPLAINT by Doe', 'MOTION to Stay', 'ORDER granting']
  await importRecap(
    folder,
    titles.map((title, at) => `${at + 1} 2026-07-0${at + 1} ${title}`),
  )
  const docket = await startWithAdministrator(environment, folder)
  for (let number = 0; number < subscriberCount; number++) {
    const client = { 'x-forwarded-for': `192.0.2.${number}` }
    const status = await subscribeAt(docket.url, `reader${number}@example.org`, client)
    if (status !== 201) throw new Error(`subscribing answered ${status}`)
  }
  return docket
}

export async function downloaded(page: Page, link: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).first().click(),
  ])
  return readFileSync(await file.path(), 'utf8')
}
