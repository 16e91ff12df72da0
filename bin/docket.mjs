#!/usr/bin/env node
// Starts the `docket` program. On an older Node it hands over to the Node 24 that devDependencies bring, or says what is
// needed: so this file keeps to what an old Node can read.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const program = path('../dist/main.js')
const isService = ['serve', 'worker'].includes(process.argv[2])
// On a large machine V8 would let young objects fill 128 MB before it looks at them; a command makes little at a time.
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
  // The same process goes on.
  if (process.execve && !process.execArgv.includes(smallNursery)) {
    const words = [smallNursery, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
    process.execve(process.execPath, [process.execPath, ...words])
  }
  // Swept when it has grown by half: an import of a large log stays below 200 MB. Not on the command line: a Node
  // that no longer knew this flag would not start, whereas here it only says so.
  if (!isService) setFlagsFromString('--heap-growing-percent=50')
  // What V8 made of the program is kept beside it where that folder may be written: a command begins the sooner.
  nodeModule.enableCompileCache(path('../dist/.compile-cache'))
  const { main } = await import(program)
  process.exitCode = await main(process.argv.slice(2))
} else {
  const child = spawn(ownNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
