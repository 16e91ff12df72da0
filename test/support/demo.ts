/* `npm run demo`: the sample case, served from a folder of its own, with a word on how to sign in. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const dataDir = process.env.DATA_DIR ?? './data-demo'
const port = process.env.PORT ?? '3000'
const environment = {
  ...process.env,
  DATA_DIR: dataDir,
  PORT: port,
  NOTIFICATIONS_TEST_RECIPIENT: process.env.NOTIFICATIONS_TEST_RECIPIENT ?? 'clerk@example.com',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
}
const docket = 'bin/docket.mjs'

if (!existsSync(join(dataDir, 'docket.db'))) {
  console.log(
    'Making the sample case (60 entries with their PDF filings); this takes about half a minute.',
  )
  const seeding = spawnSync(process.execPath, [docket, 'demo:seed'], {
    env: environment,
    stdio: 'inherit',
  })
  if (seeding.status !== 0) process.exit(seeding.status ?? 1)
}

console.log(`
  Address        http://localhost:${port}
  Administrator  http://localhost:${port}/admin
                 admin@example.com, password: lantern orchard copper 41
  Mail           goes nowhere: each message becomes a file in ${dataDir}/outbox
  Data           ${dataDir} (delete the folder to begin again)

  Stop with Ctrl-C.
`)

const server = spawn(process.execPath, [docket, 'serve'], { env: environment, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 0))
