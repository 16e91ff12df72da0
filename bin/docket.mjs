#!/usr/bin/env node
// Starts the `docket` program. On an older Node it runs the Node 24 from devDependencies, or says what is needed, so this
// file uses only syntax that an old Node understands.
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const program = path('../dist/main.js')
const isService = ['serve', 'worker'].includes(process.argv[2])
// On a large machine V8 would let young objects fill 128 MB before collecting them; most commands need little memory.
const smallNursery = `--max-semi-space-size=${isService ? 16 : 4}`
const ownNode = path('../node_modules/node/bin/node')
const isNewEnough = Number.parseInt(process.versions.node, 10) >= 24

if (!isNewEnough && !existsSync(ownNode)) {
  console.error(`docket: needs Node 24 or newer; this is Node ${process.versions.node}.`)
  process.exit(1)
}
if (!existsSync(program)) {
  console.error('docket: not built yet. Run: npm run build')
  process.exit(1)
}
if (isNewEnough) {
  // Replaces this process, to set the flag.
  if (process.execve && !process.execArgv.includes(smallNursery)) {
    const words = [smallNursery, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
    process.execve(process.execPath, [process.execPath, ...words])
  }
  // Collects garbage when the heap has grown by half: importing a large log stays below 200 MB. Set here because a Node
  // version without this flag would refuse to start with it on the command line.
  if (!isService) setFlagsFromString('--heap-growing-percent=50')
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
