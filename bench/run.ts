/* `npm run bench`: measures beside a peer in the same run and writes bench/README.md. Bounded; 127.0.0.1 only. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newDataFolder, removeFolder, startDocket } from '../test/support/run-docket.ts'
import { loadCase } from './docket-case.ts'
import { compare } from './load.ts'
import { describeMachine } from './machine.ts'
import { startNginx } from './nginx.ts'
import { measureNotifications } from './notifications.ts'
import { measureSlowReaders } from './slow-readers.ts'

const MB = 1024 * 1024

export interface Row {
  what: string
  peer: string
  ours: string
  /** Ours to the peer's, or what is bounded. */
  result: string
  promised: string
}

const machine = describeMachine()
const folder = newDataFolder()
console.log('Loading 1,000 entries with 3,000 documents…')
const { usualId, largeId } = await loadCase(folder)
const rows = [...(await measureServing()), ...(await measureNotifications())]
removeFolder(folder)
writeFileSync('bench/README.md', report(rows))
console.table(rows)

async function measureServing(): Promise<Row[]> {
  const docket = await startDocket({ LOG_LEVEL: 'info' }, folder, join(folder, 'docket.log'))
  const download = (id: number) => `${docket.url}/api/documents/${id}/download`
  const site = join(folder, 'peer')
  mkdirSync(site)
  copyFileSync(join(folder, 'pdfs/1.pdf'), join(site, 'filing.pdf'))
  writeFileSync(join(site, 'home.html'), Buffer.from(await (await fetch(docket.url)).arrayBuffer()))
  const nginx = await startNginx(site)
  try {
    const rows = [
      row(
        '300 kB PDF, record written',
        '0.5 or more',
        await compare(`${nginx.url}/filing.pdf`, download(usualId)),
      ),
      row(
        'home page, 1,000 entries',
        '0.5 or more',
        await compare(`${nginx.url}/home.html`, `${docket.url}/`),
      ),
    ]
    const rise = await measureSlowReaders(download(largeId), docket.process.pid ?? 0)
    rows.push({
      what: '200 slow readers of a 100 MB PDF',
      peer: '',
      ours: '',
      result: `memory +${Math.round(rise / MB)} MB`,
      promised: 'less than 100 MB',
    })
    return rows
  } finally {
    await nginx.stop()
    await docket.stop()
  }
}

function row(
  what: string,
  promised: string,
  { peer, ours, ratio }: Awaited<ReturnType<typeof compare>>,
): Row {
  const show = ({ requestsPerSecond, p99 }: typeof peer) =>
    `${Math.round(requestsPerSecond)}/s, p99 ${p99.toFixed(1)} ms`
  return {
    what,
    peer: `nginx: ${show(peer)}`,
    ours: show(ours),
    result: ratio.toFixed(2),
    promised,
  }
}

function report(rows: Row[]): string {
  const lines = rows.map(
    ({ what, peer, ours, result, promised }) =>
      `| ${[what, peer, ours, result, promised].join(' | ')} |`,
  )
  return `# Measured

Made by \`npm run bench\` (needs nginx and wrk). Each figure stands beside a peer's of the same run on the same machine;
the ratio is ours to the peer's, the median of three turns. wrk: one thread, 64 connections, 8 seconds a turn.
nginx: one worker, sendfile, access log, the same bytes. Mail: 10 connections, an SMTP sink in a process of its own; the
peer is nodemailer's pool with no database.

Machine: ${machine}

| What | Peer | Docket | Ratio or memory | Promised |
|---|---|---|---|---|
${lines.join('\n')}
`
}
