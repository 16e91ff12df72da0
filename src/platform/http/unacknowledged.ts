import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'

/** The kernel walks all of its connections for a look, and many ask for one at a time. */
const PAUSE_MS = 100

type Table = Map<string, number>

const NOTHING: Table = new Map()
const looks = { tcp: shareLooks('tcp'), tcp6: shareLooks('tcp6') }

/**
 * How many bytes of a connection the other side's kernel has not acknowledged. Taken while the connection is open, it
 * tells of one that was closed since as well, for as long as the kernel still has bytes of it to send.
 *
 * @returns undefined where the kernel does not know the connection, or is not Linux
 */
export function unacknowledgedOf(socket: Socket): () => Promise<number | undefined> {
  const { localAddress, localPort, remoteAddress, remotePort } = socket
  const name = `${endpoint(localAddress, localPort)} ${endpoint(remoteAddress, remotePort)}`
  const look = looks[socket.remoteFamily === 'IPv6' ? 'tcp6' : 'tcp']
  return async () => (await look()).get(name)
}

/** As the kernel writes it: each four bytes of the address as a number of this machine, then the port. */
function endpoint(address = '0.0.0.0', port = 0): string {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray()).swap32()
  return `${bytes.toString('hex')}:${port.toString(16).padStart(4, '0')}`.toUpperCase()
}

/** Each caller gets a look that begins after its call, shared with others and PAUSE_MS after the previous one. */
function shareLooks(table: 'tcp' | 'tcp6'): () => Promise<Table> {
  let next: Promise<Table> | undefined
  let last = Promise.resolve()
  return () => {
    next ??= last.then(() => {
      next = undefined
      const read = readTable(table)
      last = read.then(() => setTimeout(PAUSE_MS, undefined, { ref: false }))
      return read
    })
    return next
  }
}

/** proc(5): local address, remote address, state, then tx_queue:rx_queue in hex. */
async function readTable(table: string): Promise<Table> {
  const text = await readFile(`/proc/self/net/${table}`, 'latin1').catch(() => undefined)
  if (text === undefined) return NOTHING
  const rows = text.matchAll(/: (\w+:\w+ \w+:\w+) \w+ (\w+):/g)
  return new Map(
    Array.from(rows, ([, name = '', bytes = '']) => [name, Number.parseInt(bytes, 16)]),
  )
}
