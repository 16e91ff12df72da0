#!/usr/bin/env node
// Starts the `docket` program. On an older Node it hands over to the Node 24 that devDependencies bring.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const program = path('../dist/main.js')
// Smaller for commands, which make little at a time: an import of a large log stays below 200 MB.
const nurseryMegabytes = ['serve', 'worker'].includes(process.argv[2]) ? 16 : 2
const smallNursery = `--max-semi-space-size=${nurseryMegabytes}`
const ownNode = path('../node_modules/node/bin/node')

if (!existsSync(program)) {
  console.error('docket: not built yet. Run: npm run build')
  process.exit(1)
}
if (Number.parseInt(process.versions.node, 10) >= 24) {
  // On a large machine V8 would let young objects fill 128 MB before it looks at them. The same process goes on.
  if (process.execve && !process.execArgv.includes(smallNursery)) {
    process.execve(process.execPath, [
      process.execPath,
      smallNursery,
      fileURLToPath(import.meta.url),
      ...process.argv.slice(2),
    ])
  }
  await import(program)
} else if (existsSync(ownNode)) {
  const child = spawn(ownNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
} else {
  console.error(
    `docket: needs Node 24 or newer, this is ${process.version}. Install it from your system's packages.`,
  )
  process.exit(1)
}
