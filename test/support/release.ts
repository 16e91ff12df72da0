import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const RELEASE = 'docket-2.0.0-linux-x64.tar.gz'

/** `npm run release` into the folder. */
export function buildRelease(folder: string): void {
  execFileSync(process.execPath, ['release.mjs', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

interface Variant {
  version: string
  /** The body of `main(words)`, which may call `real(words)`, in place of the program's. */
  main?: string
}

/** The release in `folder` under another version, with its SHA-256, in `target`. @returns the file's name */
export function varyRelease(folder: string, target: string, { version, main }: Variant): string {
  const name = `docket-${version}`
  const place = unpacked(folder)
  writeFileSync(join(place, 'VERSION'), `${version}\n`)
  const program = join(place, 'dist/main.js')
  const real = readFileSync(join(place, 'dist/real.js'))
  writeFileSync(program, main ? `${REAL}export async function main(words) {${main}}` : real)
  const file = `${name}-linux-x64.tar.gz`
  const pack = `tar -c -C "$1" --transform "s/^unpacked/${name}/" unpacked | "$2" -e '${STORE}' > ${file} &&
    sha256sum ${file} > ${file}.sha256`
  execFileSync('sh', ['-c', pack, 'sh', folder, process.execPath], { cwd: target })
  return file
}

const REAL = "import { main as real } from './real.js'\n"
/** In the format of gzip, without the time that compressing takes. */
const STORE = 'process.stdin.pipe(require("zlib").createGzip({ level: 0 })).pipe(process.stdout)'

function unpacked(folder: string): string {
  const place = join(folder, 'unpacked')
  if (!existsSync(place)) {
    mkdirSync(place)
    execFileSync('tar', ['-xzf', join(folder, RELEASE), '-C', place, '--strip-components=1'])
    cpSync(join(place, 'dist/main.js'), join(place, 'dist/real.js'))
  }
  return place
}
