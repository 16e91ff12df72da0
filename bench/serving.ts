import {
  closeSync,
  copyFileSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { newDataFolder, removeFolder, startDocket } from '../test/support/run-docket.ts'
import { type BenchCase, loadCase } from './cases/docket-case.ts'
import { startBareServer } from './measuring/bare-server.ts'
import { compare, describeLoad, type LoadPair } from './measuring/load.ts'
import { startNginx } from './measuring/nginx.ts'
import type { Row } from './measuring/row.ts'
import { measureSlowReaders } from './measuring/slow-readers.ts'

const MB = 1024 * 1024

/** Downloads and the home page, compared with nginx and a bare Node server sending the same bytes; slow readers. */
export async function measureServing(): Promise<Row[]> {
  const folder = newDataFolder()
  try {
    console.log('Loading 1,000 entries with 3,000 documents…')
    return await measure(await loadCase(folder))
  } finally {
    removeFolder(folder)
  }
}

async function measure({ folder, usualId, largeId }: BenchCase): Promise<Row[]> {
  const docket = await startDocket({ LOG_LEVEL: 'info' }, folder, join(folder, 'docket.log'))
  const download = (id: number) => `${docket.url}/api/documents/${id}/download`
  const site = join(folder, 'peer')
  mkdirSync(site)
  copyFileSync(join(folder, 'pdfs/1.pdf'), join(site, 'filing.pdf'))
  writeFileSync(join(site, 'home.html'), Buffer.from(await (await fetch(docket.url)).arrayBuffer()))
  const nginx = await startNginx(site)
  const bare = await startBareServer([join(site, 'filing.pdf'), join(site, 'home.html')])
  try {
    const pdf = await compare(`${nginx.url}/filing.pdf`, download(usualId))
    const barePdf = await compare(`${nginx.url}/filing.pdf`, `${bare.url}/0`)
    const home = await compare(`${nginx.url}/home.html`, `${docket.url}/`)
    const bareHome = await compare(`${nginx.url}/home.html`, `${bare.url}/1`)
    const rise = await measureSlowReaders(download(largeId), docket.process.pid ?? 0)
    return [
      row('300 kB PDF, record written', '0.5 or more, p99 × 2 or less', pdf),
      flushRow(join(folder, 'flushed')),
      row('the same PDF from a bare Node server', '', barePdf),
      row('home page, 1,000 entries', '0.6 or more, p99 × 2 or less', home),
      row('the same page from a bare Node server', '', bareHome),
      {
        what: '200 slow readers of a 100 MB PDF',
        peer: '',
        ours: '',
        result: `memory +${Math.round(rise / MB)} MB`,
        promised: 'less than 100 MB',
      },
    ]
  } finally {
    await bare.stop()
    await nginx.stop()
    await docket.stop()
  }
}

function row(what: string, promised: string, { peer, ours, ratio }: LoadPair): Row {
  return {
    what,
    peer: `nginx: ${describeLoad(peer)}`,
    ours: describeLoad(ours),
    result: `${ratio.toFixed(2)}, p99 × ${(ours.p99 / peer.p99).toFixed(1)}`,
    promised,
  }
}

const FLUSHES = 3000
/** Two pages of the database. */
const FLUSHED = Buffer.alloc(8192)

/** The least that a download with its record can wait: for the disk. */
function flushRow(path: string): Row {
  const file = openSync(path, 'w')
  const times = Array.from({ length: FLUSHES }, () => {
    const began = performance.now()
    writeSync(file, FLUSHED)
    fdatasyncSync(file)
    return performance.now() - began
  }).sort((a, b) => a - b)
  closeSync(file)
  const at = (part: number) => `${times[Math.floor(FLUSHES * part)]?.toFixed(2)} ms`
  const result = `${at(0.5)}, p99 ${at(0.99)}`
  return {
    what: 'the disk alone: 8 kB written and flushed',
    peer: '',
    ours: '',
    result,
    promised: '',
  }
}
