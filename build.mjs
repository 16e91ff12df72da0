// Builds the server (dist/) and the browser's scripts and styles (dist/public/, with hashed names).
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import * as esbuild from 'esbuild'

const watch = process.argv.includes('--watch')

const server = {
  entryPoints: {
    main: 'src/main.ts',
    'inspect-pdf-worker': 'src/features/checks/inspection/inspect-pdf-worker.ts',
    'read-report-worker': 'src/features/notifications/bounces/read-report-worker.ts',
    'reading-thread': 'src/reading-thread.ts',
    'writing-thread': 'src/writing-thread.ts',
    'proposal-thread': 'src/features/filings/proposal/proposal-thread.ts',
    'read-logs-worker': 'src/features/log-import/files/read-logs-worker.ts',
  },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  // Code that only some commands need is loaded only by them, and threads share chunks.
  splitting: true,
  // A few files load in half the time of five hundred. These packages stay external because they contain more than
  // JavaScript, or load parts of themselves on demand.
  external: [
    '@aws-sdk/*',
    '@embedpdf/pdfium',
    '@zxcvbn-ts/*',
    'better-sqlite3',
    'esbuild',
    'pg-native',
    'tesseract.js',
  ],
  // CommonJS packages call `require` for Node's modules.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
  },
  platform: 'node',
  format: 'esm',
  target: 'node24',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  sourcemap: true,
  logLevel: 'warning',
}

const browser = {
  entryPoints: [
    'src/client/site.ts',
    'src/client/archive.ts',
    'src/client/admin.ts',
    'src/styles/site.css',
    'src/styles/admin.css',
    'src/styles/feed.css',
  ],
  outdir: 'dist/public/assets',
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['chrome111', 'firefox115', 'safari16.4'],
  loader: { '.woff2': 'file' },
  metafile: true,
  logLevel: 'warning',
  plugins: [
    { name: 'manifest', setup: (build) => build.onEnd(writeManifest) },
    { name: 'compress', setup: (build) => build.onEnd(compress) },
  ],
}

/** dist/public/manifest.json: `{ "site.js": { "href": "/assets/site-HASH.js", "integrity": "sha384-…" }, ... }`. */
async function writeManifest({ metafile }) {
  if (!metafile) return
  const manifest = {}
  for (const [path, output] of Object.entries(metafile.outputs)) {
    const source =
      output.entryPoint ?? Object.keys(output.inputs).find((name) => name.endsWith('.woff2'))
    if (!source) continue
    const hash = createHash('sha384')
      .update(await readFile(path))
      .digest('base64')
    manifest[basename(source).replace(/\.ts$/, '.js')] = {
      href: path.replace('dist/public', ''),
      integrity: `sha384-${hash}`,
    }
  }
  await writeFile('dist/public/manifest.json', JSON.stringify(manifest, null, 2))
}

/** Writes compressed versions of scripts and styles; fonts are already compressed. */
async function compress({ metafile }) {
  const paths = Object.keys(metafile?.outputs ?? {}).filter((path) => /\.(css|js)$/.test(path))
  for (const path of paths) {
    const bytes = await readFile(path)
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}

await mkdir('dist/public/assets', { recursive: true })

if (watch) {
  let running
  const restart = {
    name: 'restart',
    setup: (build) =>
      build.onEnd(({ errors }) => {
        if (errors.length > 0) return
        running?.kill()
        running = spawn('node', ['bin/docket.mjs', 'serve'], { stdio: 'inherit' })
      }),
  }
  await (await esbuild.context(browser)).watch()
  await (await esbuild.context({ ...server, plugins: [restart] })).watch()
} else {
  // Names change with content, so files from earlier builds would pile up.
  for (const folder of ['dist/chunks', 'dist/.compile-cache'])
    await rm(folder, { recursive: true, force: true })
  await Promise.all([esbuild.build(server), esbuild.build(browser)])
}
