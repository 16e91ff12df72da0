/* `npm run demo`: serves the sample case from a separate folder, and prints how to sign in. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ADMINISTRATOR, seedSampleCase } from './seed.ts'

const dataDir = process.env.DATA_DIR ?? './data-demo'
const port = process.env.PORT ?? '3000'
const environment = {
  ...process.env,
  DATA_DIR: dataDir,
  PORT: port,
  // Without a proxy in front, whoever opens a document here is counted as a visitor.
  TRUSTED_PROXIES: process.env.TRUSTED_PROXIES ?? 'none',
  NOTIFICATIONS_TEST_RECIPIENT: process.env.NOTIFICATIONS_TEST_RECIPIENT ?? 'clerk@example.com',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
}

if (!existsSync(join(dataDir, 'docket.db'))) {
  console.log('Creating the sample case: entries with PDF filings, subscribers, downloads …')
  await seedSampleCase(environment)
}

console.log(`
  Address        http://localhost:${port}
  Administrator  http://localhost:${port}/admin
                 ${ADMINISTRATOR.email}, password: ${ADMINISTRATOR.password}
  Mail           is not sent: each message becomes a file in ${dataDir}/outbox
  Data           ${dataDir} (delete the folder to start over)

  Stop with Ctrl-C.
`)

const words = ['bin/docket.mjs', 'serve']
const server = spawn(process.execPath, words, { env: environment, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 0))
