import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newFolder } from './new-folder.ts'

export const RELEASE = 'docket-2.0.0-linux-x64.tar.gz'

const MAKE = `test -e "$1" || {
  mkdir -p "$1.new/unpacked"
  "$2" release.mjs "$1.new" > /dev/null
  tar -xzf "$1.new/${RELEASE}" -C "$1.new/unpacked" --strip-components=1
  mv "$1.new" "$1"
}`

/** What `npm run release` makes, also unpacked; once for the whole run. @returns its folder */
function makeRelease(): string {
  const made = join(tmpdir(), 'release')
  const words = [`${made}.lock`, 'sh', '-ec', MAKE, 'sh', made, process.execPath]
  execFileSync('flock', words, { stdio: 'inherit' })
  return made
}

export function copyRelease(target: string): void {
  for (const name of [RELEASE, `${RELEASE}.sha256`])
    cpSync(join(makeRelease(), name), join(target, name))
}

/**
 * The release under another version, with its SHA-256, in `target`.
 * @param main the body of `main(words)`, which may call `real(words)`, in place of the program's
 * @returns the file's name
 */
export function varyRelease(target: string, version: string, main?: string): string {
  const original = join(makeRelease(), 'unpacked')
  const changed = newFolder()
  mkdirSync(join(changed, 'dist'))
  writeFileSync(join(changed, 'VERSION'), `${version}\n`)
  const program = readFileSync(join(original, 'dist/main.js'))
  writeFileSync(join(changed, 'dist/real.js'), program)
  writeFileSync(
    join(changed, 'dist/main.js'),
    main ? `${REAL}export async function main(words) {${main}}` : program,
  )
  const file = `docket-${version}-linux-x64.tar.gz`
  const words = ['sh', version, original, changed, process.execPath, file]
  execFileSync('sh', ['-ec', PACK, ...words], { cwd: target })
  return file
}

const REAL = "import { main as real } from './real.js'\n"
/** In the format of gzip, without the time that compressing takes. When unpacked, the changed files replace the original ones. */
const PACK = `
  tar -c --transform "s/^\\./docket-$1/SH" -C "$2" . -C "$3" ./VERSION ./dist |
    "$4" -e 'process.stdin.pipe(require("zlib").createGzip({ level: 0 })).pipe(process.stdout)' > "$5"
  sha256sum "$5" > "$5.sha256"`
