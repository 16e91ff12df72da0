import { listSettings } from '../../config.ts'
import { UsageError } from '../../platform/command-error.ts'
import { maskSecret } from './settings-rules.ts'

export async function runConfig(name: string | undefined, isJson: boolean): Promise<void> {
  const settings = listSettings()
  if (name !== undefined) {
    const setting = settings.find((one) => one.name === name)
    if (!setting) throw new UsageError(`${name} is not a setting; .env.example lists them`)
    return console.log(isJson ? JSON.stringify(setting.value) : setting.value)
  }
  const shown = settings.map((one) => ({ ...one, value: maskSecret(one) }))
  if (isJson) {
    const byName = shown.map(({ name, ...rest }) => [name, rest])
    return console.log(JSON.stringify(Object.fromEntries(byName), null, 2))
  }
  const width = Math.max(...shown.map((one) => one.name.length))
  for (const { name, value, source } of shown)
    console.log(`${name.padEnd(width)}  ${value || '(none)'}  [${source}]`)
}
