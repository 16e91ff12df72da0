import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** @returns the port that it listens to, on 127.0.0.1 */
export async function listenAnywhere(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** A TCP port that was free a moment ago on 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenAnywhere(server)
  await once(server.close(), 'close')
  return port
}

/** Waits until a server that speaks first, such as a mail server, has sent its greeting. */
export async function untilAnswers(port: number): Promise<void> {
  while (!(await answers(port))) await sleep(50)
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'data')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
