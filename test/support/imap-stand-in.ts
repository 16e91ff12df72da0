import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { listenAnywhere } from './free-port.ts'

interface StoredMessage {
  raw: Buffer
  isSeen: boolean
  /** How many times a client fetched it. */
  fetches: number
}

/** The few commands of RFC 3501 that reading a mailbox needs: for machines without Dovecot, and to count what is fetched. */
export async function startImapStandIn() {
  const messages: StoredMessage[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.write('* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n')
    let rest = ''
    socket.on('data', (piece) => {
      const lines = (rest + piece).split('\r\n')
      rest = lines.pop() ?? ''
      commands.push(...lines)
      for (const line of lines) socket.write(reply(messages, line))
    })
  })
  const port = await listenAnywhere(server)
  return {
    /** The value of BOUNCE_MAILBOX. */
    url: `imap://reports:secret@127.0.0.1:${port}/INBOX`,
    /** In order of arrival; a message's UID is its place, from 1. */
    messages,
    /** As they arrived, with their tags. */
    commands,
    put(...added: (string | Buffer)[]) {
      for (const raw of added) {
        messages.push({ raw: Buffer.from(raw as string), isSeen: false, fetches: 0 })
      }
      for (const socket of sockets) socket.write(`* ${messages.length} EXISTS\r\n`)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

let idling = ''

function reply(messages: StoredMessage[], line: string): Buffer {
  const [tag = '', ...words] = line.split(' ')
  const command = words
    .slice(0, words[0]?.toUpperCase() === 'UID' ? 2 : 1)
    .join(' ')
    .toUpperCase()
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
  if (command === 'LIST') return Buffer.from(`* LIST () "/" INBOX\r\n${done}`)
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
