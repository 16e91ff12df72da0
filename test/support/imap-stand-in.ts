import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import { listenAnywhere } from './free-port.ts'

interface StoredMessage {
  raw: Buffer
  isSeen: boolean
  /** How many times a client fetched it. */
  fetches: number
  /** The server ends the connection when it is fetched. */
  isBroken?: boolean
}

/**
 * The few commands of RFC 3501 that reading a mailbox needs: for machines without Dovecot, and to count what is fetched.
 * Ends with the test.
 * @param certificate with its key: the server offers STARTTLS
 */
export async function startImapStandIn(certificate?: Buffer) {
  const messages: StoredMessage[] = []
  const commands: string[] = []
  const refused = new Set<string>()
  const sockets = new Set<Socket>()
  function converse(socket: Socket): void {
    socket.on('error', () => {})
    let rest = ''
    socket.on('data', (piece) => {
      const lines = (rest + piece).split('\r\n')
      rest = lines.pop() ?? ''
      commands.push(...lines)
      for (const line of lines) {
        const [tag, command] = line.split(' ')
        const isFetch = commandOf(line) === 'UID FETCH'
        if (isFetch && messages[Number(line.split(' ')[3]) - 1]?.isBroken) socket.destroy()
        else if (refused.has(commandOf(line))) socket.write(`${tag} NO refused\r\n`)
        else if (command !== 'STARTTLS' || !certificate) socket.write(reply(messages, line))
        else startTls(socket, `${tag} OK begin\r\n`)
      }
    })
  }
  function startTls(socket: Socket, answer: string): void {
    socket.removeAllListeners('data')
    socket.write(answer)
    converse(new TLSSocket(socket, { isServer: true, cert: certificate, key: certificate }))
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const encrypted = certificate ? ' STARTTLS' : ''
    socket.write(`* OK [CAPABILITY IMAP4rev1 IDLE${encrypted}] ready\r\n`)
    converse(socket)
  })
  const port = await listenAnywhere(server)
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await once(server.close(), 'close')
  })
  return {
    /** The value of BOUNCE_MAILBOX. */
    url: `imap://reports:secret@127.0.0.1:${port}/INBOX`,
    /** In order of arrival; a message's UID is its place, from 1. */
    messages,
    /** As they arrived, with their tags. */
    commands,
    /** Commands, such as `UID STORE`, that are answered with NO. */
    refused,
    put(...added: (string | Buffer)[]) {
      for (const raw of added) {
        messages.push({ raw: Buffer.from(raw as string), isSeen: false, fetches: 0 })
      }
      for (const socket of sockets) socket.write(`* ${messages.length} EXISTS\r\n`)
    },
  }
}

/** Without its tag. */
const commandOf = (line: string) => /^\S+ ((?:uid )?\S+)/i.exec(line)?.[1]?.toUpperCase() ?? ''

let idling = ''

function reply(messages: StoredMessage[], line: string): Buffer {
  const [tag = '', ...words] = line.split(' ')
  const command = commandOf(line)
  const uid = Number(words[2])
  const message = messages[uid - 1]
  const done = `${tag} OK done\r\n`
  if (tag === 'DONE') return Buffer.from(`${idling} OK done\r\n`)
  if (command === 'IDLE') {
    idling = tag
    return Buffer.from('+ idling\r\n')
  }
  if (command === 'SELECT') return Buffer.from(`${selected(messages.length)}${done}`)
  if (command === 'CAPABILITY') return Buffer.from(`* CAPABILITY IMAP4rev1 IDLE\r\n${done}`)
  if (command === 'LIST') return Buffer.from(`* LIST () "." INBOX\r\n${done}`)
  if (command === 'UID SEARCH') {
    const unseen = messages.flatMap(({ isSeen }, index) => (isSeen ? [] : [index + 1]))
    return Buffer.from(`* SEARCH ${unseen.join(' ')}\r\n${done}`)
  }
  if (command === 'UID STORE' && message) {
    message.isSeen ||= line.includes('\\Seen')
    return Buffer.from(`* ${uid} FETCH (UID ${uid} FLAGS (\\Seen))\r\n${done}`)
  }
  if (command === 'UID FETCH' && message) {
    message.fetches += 1
    const [, length = ''] = /<0\.(\d+)>/.exec(line) ?? []
    const part = message.raw.subarray(0, Number(length))
    const start = `* ${uid} FETCH (UID ${uid} BODY[]<0> {${part.length}}\r\n`
    return Buffer.concat([Buffer.from(start), part, Buffer.from(`)\r\n${done}`)])
  }
  return Buffer.from(done)
}

const selected = (count: number) =>
  `* ${count} EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (\\Seen)] limited\r\n* OK [UIDVALIDITY 7] valid\r\n* OK [UIDNEXT ${count + 1}] next\r\n`
