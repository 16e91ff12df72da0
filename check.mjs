// `npm run check`: the lockfile, types, format and lint, import directions, and dead code. Silent when all are in order.
import { exec } from 'node:child_process'

/** @returns whether it succeeded; its output is shown if not */
const run = (command) =>
  new Promise((resolve) => {
    exec(command, { maxBuffer: 64 * 1024 ** 2 }, (error, stdout, stderr) => {
      if (error) console.error(`${command}\n${stdout}${stderr}`)
      resolve(!error)
    })
  })

async function runAll(commands) {
  const results = []
  for (const command of commands) results.push(await run(command))
  return results
}

// Checking types takes as long as the others together.
const results = await Promise.all([
  runAll(['tsc --singleThreaded']),
  runAll([
    'node lockfile.mjs --check',
    'biome check --error-on-warnings .',
    'depcruise --config .dependency-cruiser.mjs src',
    'knip',
  ]),
])
process.exitCode = results.flat().every(Boolean) ? 0 : 1
