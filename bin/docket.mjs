#!/usr/bin/env node
// Starts the `docket` program. On a Node before 24.7, which has no crypto.argon2, it runs the Node 24 from devDependencies, or
// says what is needed, so this file uses only syntax that an old Node understands.
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const program = path('../dist/main.js')
const ownNode = path('../node_modules/node/bin/node')
const [major, minor] = process.versions.node.split('.').map(Number)
const isNewEnough = major > 24 || (major === 24 && minor >= 7)

if (!isNewEnough && !existsSync(ownNode)) {
  console.error(`docket: needs Node 24.7 or newer; this is Node ${process.versions.node}.`)
  process.exit(1)
}
if (!existsSync(program)) {
  console.error('docket: not built yet. Run: npm run build')
  process.exit(1)
}
if (isNewEnough) {
  // Caches compiled code next to the program, if that folder is this user's, so that commands start faster. Threads read the
  // variable. Root leaves nothing in another user's folder, who could not build again.
  if (statSync(program).uid === process.getuid?.())
    process.env.NODE_COMPILE_CACHE ??= path('../dist/.compile-cache')
  if (process.env.NODE_COMPILE_CACHE) nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  const { main } = await import(program)
  process.exitCode = await main(process.argv.slice(2))
} else {
  const child = spawn(ownNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
