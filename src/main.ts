import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Command, commands } from './commands.ts'
import { type Config, loadConfig } from './config.ts'
import { CommandError, UsageError } from './platform/command-error.ts'
import { sqliteFile } from './platform/database/connect.ts'
import { explainDatabaseError } from './platform/database/database-error.ts'
import { isDatabaseUnavailable } from './platform/database/dialect.ts'
import { isDiskFull } from './platform/disk-full.ts'
import { storageFolder } from './platform/files/open-storage.ts'
import { StorageUnavailableError } from './platform/files/storage.ts'
import { version } from './platform/http/assets.ts'
import { HttpError } from './platform/http/errors.ts'
import { printable } from './shared/clean-text.ts'

const DONE = 0
const FAILED = 1
const USAGE_ERROR = 2

/** @returns the exit code */
export async function main([name, ...args]: string[]): Promise<number> {
  // Files are private to this user (PROMISES 29); threads and child processes inherit the mask.
  process.umask(0o077)
  // Without listeners, output that is full or closed would end the service. As a side effect, a pipe that nobody reads returns
  // EAGAIN instead of blocking.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  process.stdout.once('error', failWithoutOutput)
  if (name === undefined) return usageError('No command given.', help())
  if (['--help', '-h', 'help'].includes(name)) return print(help())
  if (['--version', '-v'].includes(name)) return print(version())
  const command = commands[name]
  if (!command) return usageError(`Unknown command: ${name}`, help())
  if (args.includes('--help') || args.includes('-h')) return print(commandHelp(name, command))
  if (args.includes('--version')) return print(version())
  return runCommand(name, command, args)
}

/** What a command printed may be lost, such as a new password: that is not success. A reader that has seen enough (`| head`) is. */
function failWithoutOutput({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return
  console.error(`docket: standard output cannot be written: ${message}`)
  process.once('exit', () => {
    process.exitCode ||= FAILED
  })
}

async function runCommand(name: string, command: Command, args: string[]): Promise<number> {
  const parsed = readArguments(command, args)
  if (typeof parsed === 'string') return usageError(parsed, commandHelp(name, command))
  try {
    refuseRoot()
    const code = await command.run(parsed.positionals, parsed.values)
    return typeof code === 'number' ? code : DONE
  } catch (error) {
    const sentence = sentenceFor(error)
    if (sentence === undefined && command.failed === undefined) throw error
    console.error(sentence === undefined ? error : `docket ${name}: ${printable(sentence)}`)
    return error instanceof UsageError ? USAGE_ERROR : (command.failed ?? FAILED)
  }
}

/** The service could not read files that root leaves in the data of its user. @throws CommandError */
function refuseRoot(): void {
  if (process.getuid?.() !== 0) return
  let config: Config
  try {
    config = loadConfig()
  } catch {
    // The command refuses a wrong setting, or does without the data.
    return
  }
  const { dataDir, databaseUrl, storageUrl } = config
  for (const path of [dataDir, sqliteFile(databaseUrl), storageFolder(storageUrl)])
    if (path && statSync(path, { throwIfNoEntry: false })?.uid)
      throw new CommandError(`${path} belongs to another user: run this as that user, not as root`)
}

/** @returns the arguments, or what is wrong with them */
function readArguments(command: Command, args: string[]) {
  const { usage = '', options = {}, takes: [min, max] = [0, 0] } = command
  const optionTypes = Object.entries(options).map(
    ([name, kind]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' }] as const,
  )
  try {
    const { values, positionals } = parseArgs({
      args,
      options: Object.fromEntries(optionTypes),
      allowPositionals: true,
    })
    if (positionals.length < min) return `Missing argument: ${usage.split(' [')[0]}`
    if (positionals.length > max) return `${positionals[max]} is an unexpected argument.`
    const isMissing = (name: string) =>
      options[name] === 'required text' && values[name] === undefined
    const missing = Object.keys(options).find(isMissing)
    return missing ? `--${missing} is required.` : { values, positionals }
  } catch (error) {
    return (error as Error).message.split('. ')[0] ?? 'Invalid arguments.'
  }
}

/** For the operator; undefined for any other error, which is a bug and is shown with its stack trace. */
function sentenceFor(error: unknown): string | undefined {
  const isExpected =
    error instanceof CommandError ||
    error instanceof HttpError ||
    error instanceof StorageUnavailableError
  if (isExpected) return error.message
  if (isDiskFull(error)) return 'The disk is full. Free some space, then run it again.'
  if (!isDatabaseUnavailable(error)) return undefined
  return `The database cannot be used: ${explainDatabaseError(error)}`
}

function print(text: string): number {
  console.log(text)
  return DONE
}

function usageError(problem: string, help: string): number {
  console.error(`docket: ${problem}\n\n${help}`)
  return USAGE_ERROR
}

function help(): string {
  const lines = Object.entries(commands).map(
    ([name, { usage = '', summary }]) => `  ${`${name} ${usage}`.trim().padEnd(52)} ${summary}`,
  )
  return `docket ${version()}: publishes a court docket\n\nUsage: docket <command>\n\n${lines.join('\n')}\n\n--help and --version work with every command. Settings are environment variables; see .env.example.`
}

function commandHelp(name: string, { usage = '', summary, details }: Command): string {
  return `Usage: docket ${`${name} ${usage}`.trim()}\n\n${summary}${details ? `\n\n${details}` : ''}`
}
