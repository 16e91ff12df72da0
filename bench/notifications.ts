import { setTimeout as sleep } from 'node:timers/promises'
import { newDataFolder, removeFolder } from '../test/support/run-docket.ts'
import {
  addSubscribers,
  loadMailCase,
  type MailingDocket,
  startMailing,
} from './cases/mail-case.ts'
import { describeLoad, type Load, load } from './measuring/load.ts'
import { residentMemory } from './measuring/machine.ts'
import { type MailSink, rateOf, startMailSink, type Tally } from './measuring/mail-sink.ts'
import { sendByPool, templateOf } from './measuring/nodemailer-pool.ts'
import type { Row } from './measuring/row.ts'

const FEW = 10_000
const MANY = 100_000
/** The default of MAIL_CONNECTIONS. */
const CONNECTIONS = 10
const VISITORS = 4
const MAX_SECONDS = 600
const MB = 1024 * 1024

/** Deliveries by the real program to an SMTP server in another process: how fast, in how much memory, and how they affect visitors. */
export async function measureNotifications(): Promise<Row[]> {
  const folder = newDataFolder()
  const sink = await startMailSink()
  try {
    console.log(`Sending ${FEW} messages, alternating with nodemailer's pool…`)
    await loadMailCase(folder)
    await addSubscribers(folder, 0, FEW)
    const rate = await measureRate(folder, sink)
    console.log(`Sending ${MANY} messages, with visitors on the site…`)
    await addSubscribers(folder, FEW, MANY)
    return [rate, ...(await measureCost(folder, sink))]
  } finally {
    await sink.stop()
    removeFolder(folder)
  }
}

async function measureRate(folder: string, sink: MailSink): Promise<Row> {
  const docket = await startMailing(folder, sink.url)
  try {
    const template = await templateOf((await send(docket, sink, FEW)).sample)
    const task = { count: FEW, connections: CONNECTIONS, template }
    const rounds: { peer: Tally; ours: Tally; ratio: number }[] = []
    for (let round = 0; round < 3; round += 1) {
      const peer = await sendByPool(sink, task)
      const ours = await send(docket, sink, FEW)
      rounds.push({ peer, ours, ratio: rateOf(ours) / rateOf(peer) })
      console.log(`  pool ${Math.round(rateOf(peer))}/s, docket ${Math.round(rateOf(ours))}/s`)
    }
    rounds.sort((a, b) => a.ratio - b.ratio)
    const { peer, ours, ratio } = rounds[1] as (typeof rounds)[number]
    return {
      what: `${FEW.toLocaleString('en-US')} deliveries, each written down`,
      peer: `nodemailer's pool: ${show(peer)}`,
      ours: show(ours),
      result: ratio.toFixed(2),
      promised: '0.8 or more',
    }
  } finally {
    await docket.stop()
  }
}

/** @throws if a message is missing or arrived twice */
async function send(docket: MailingDocket, sink: MailSink, count: number): Promise<Tally> {
  await sink.begin()
  await docket.press()
  const tally = await sink.waitFor(count, MAX_SECONDS)
  if (tally.messages !== count || tally.recipients !== count) {
    throw new Error(`${tally.messages} messages to ${tally.recipients} of ${count} recipients`)
  }
  return tally
}

function show(tally: Tally): string {
  return `${Math.round(rateOf(tally))}/s, ${Math.round(tally.bytes / tally.messages)} bytes each`
}

/** Memory, and the site's speed, while a hundred thousand messages are sent. */
async function measureCost(folder: string, sink: MailSink): Promise<Row[]> {
  const docket = await startMailing(folder, sink.url)
  let memory: MemoryWatch | undefined
  try {
    await visit(docket, 1)
    const idle = await visit(docket, 5)
    await sleep(2000)
    memory = watchMemory(docket.process.pid ?? 0)
    const sending = send(docket, sink, MANY)
    sending.catch(() => {})
    await sleep(2000)
    const meanwhile = await visit(docket, 5)
    const during = await sink.tally()
    if (during.messages >= MANY)
      throw new Error('the messages were all sent before the visitors had finished')
    const rate = rateOf(await sending)
    return [
      {
        what: `${MANY.toLocaleString('en-US')} deliveries, visitors meanwhile`,
        peer: '',
        ours: `${Math.round(rate)}/s`,
        result: `memory +${Math.round(memory.rise() / MB)} MB`,
        promised: 'less than 150 MB',
      },
      visitRow('home page', idle.home, meanwhile.home),
      visitRow('300 kB PDF', idle.download, meanwhile.download),
    ]
  } finally {
    memory?.stop()
    await docket.stop()
  }
}

/** A few visitors who request pages nonstop, first one page, then the other. */
async function visit({ url }: MailingDocket, seconds: number) {
  return {
    home: await load(`${url}/`, seconds, VISITORS),
    download: await load(`${url}/api/documents/1/download`, seconds, VISITORS),
  }
}

function visitRow(page: string, idle: Load, meanwhile: Load): Row {
  return {
    what: `${page}, ${VISITORS} visitors, while it sends`,
    peer: `idle: ${describeLoad(idle)}`,
    ours: describeLoad(meanwhile),
    result: `p99 ${meanwhile.p99.toFixed(1)} ms`,
    promised: 'stays responsive',
  }
}

interface MemoryWatch {
  rise(): number
  stop(): void
}

/** How far resident memory rises above its present value, in bytes. */
function watchMemory(pid: number): MemoryWatch {
  const idle = residentMemory(pid)
  let max = idle
  const timer = setInterval(() => {
    max = Math.max(max, residentMemory(pid))
  }, 100)
  return { rise: () => max - idle, stop: () => clearInterval(timer) }
}
