// npm compiles a package with a binding.gyp unless the lockfile says `"gypfile": false`, but drops that line whenever it
// writes the lockfile (docs/decisions/040). This restores it after each change of dependencies; `--check` only reports it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const lockfile = read('package-lock.json')
const unmarked = Object.entries(lockfile.packages).filter(
  ([path, entry]) => path && entry.gypfile !== false && existsSync(`${path}/binding.gyp`),
)

if (process.argv.includes('--check')) {
  for (const [path] of unmarked)
    console.error(
      `package-lock.json: ${path} would be compiled. Run: node lockfile.mjs. If that does not help, it has no prebuilt binaries.`,
    )
  process.exitCode = unmarked.length > 0 ? 1 : 0
} else {
  const prebuilt = unmarked.filter(([path]) => read(`${path}/package.json`).gypfile === false)
  for (const [, entry] of prebuilt) entry.gypfile = false
  if (prebuilt.length > 0)
    writeFileSync('package-lock.json', `${JSON.stringify(lockfile, null, 2)}\n`)
}
