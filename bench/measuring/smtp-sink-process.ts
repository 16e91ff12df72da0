/*
 * The benchmark's mail server, in a separate process: accepts every message and keeps none. It does as little as
 * possible, so that the sender is what is measured. The parent sends `begin` and `report`.
 */
import { createServer, type Socket } from 'node:net'
import { listenAnywhere } from '../../test/support/free-port.ts'
import type { Tally } from './mail-sink.ts'

const END_OF_DATA = '\r\n.\r\n'

let tally = newTally()
let recipients = new Set<string>()

function newTally(): Tally {
  return { messages: 0, recipients: 0, bytes: 0, seconds: 0, connections: 0, sample: '' }
}

let firstAt = 0

function accept(message: string, recipient: string): void {
  const now = performance.now()
  if (tally.messages === 0) firstAt = now
  tally.messages += 1
  tally.bytes += message.length
  tally.seconds = (now - firstAt) / 1000
  tally.sample ||= message
  recipients.add(recipient)
}

function serve(socket: Socket): void {
  let pending = ''
  let recipient = ''
  let inData = false
  tally.connections += 1
  socket.setNoDelay(true).setEncoding('latin1')
  socket.on('error', () => {})
  socket.write('220 sink ESMTP\r\n')
  socket.on('data', (text: string) => {
    pending += text
    let answer = ''
    for (let step = next(); step !== undefined; step = next()) answer += step
    if (answer) socket.write(answer)
  })

  /** Takes one command or message from the input, if it is complete. @returns the reply */
  function next(): string | undefined {
    const mark = inData ? END_OF_DATA : '\r\n'
    const end = pending.indexOf(mark)
    if (end === -1) return undefined
    const taken = pending.slice(0, end)
    pending = pending.slice(end + mark.length)
    if (!inData) return reply(taken)
    inData = false
    accept(taken, recipient)
    return `250 2.0.0 Ok: queued as ${tally.messages}\r\n`
  }

  function reply(command: string): string {
    const verb = command.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') return '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n'
    if (verb === 'RCPT') recipient = command
    if (verb === 'DATA') inData = true
    if (verb === 'QUIT') socket.end()
    return verb === 'DATA'
      ? '354 Go ahead\r\n'
      : verb === 'QUIT'
        ? '221 Bye\r\n'
        : '250 2.1.0 Ok\r\n'
  }
}

process.send?.(await listenAnywhere(createServer(serve)))

process.on('message', (question) => {
  if (question === 'begin') {
    tally = newTally()
    recipients = new Set()
  }
  process.send?.({ ...tally, recipients: recipients.size })
})
process.on('disconnect', () => process.exit())
