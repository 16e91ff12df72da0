import { onTestFinished } from 'vitest'
import { newDataFolder, type RunningDocket, removeFolder, startDocket } from './run-docket.ts'

/** A data folder that is removed after the test. */
export function testFolder(): string {
  const folder = newDataFolder()
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** The running program, killed after the test if it is still running. */
export async function startForTest(
  environment: Record<string, string> = {},
  folder = testFolder(),
  ...more: [logFile?: string, wrapper?: string[]]
): Promise<RunningDocket> {
  const docket = await startDocket(environment, folder, ...more)
  onTestFinished(async () => void (await docket.stop('SIGKILL')))
  return docket
}
