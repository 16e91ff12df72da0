import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listenAnywhere } from '../../../../test/support/free-port.ts'
import { startImapStandIn } from '../../../../test/support/imap-stand-in.ts'
import { checkMailbox } from './open-mailbox.ts'

test('another machine gets the password only over an encrypted connection', async () => {
  const mailbox = await startImapStandIn()
  expect(await checkMailbox(mailbox.url)).toBe(undefined)
  expect(mailbox.commands.join()).toContain('LOGIN')
  mailbox.commands.length = 0
  // Reaches this machine, too, but is not known as one of its names.
  const elsewhere = mailbox.url.replace('127.0.0.1', '0.0.0.0')
  expect(await checkMailbox(elsewhere)).toContain('does not support STARTTLS')
  expect(mailbox.commands.join()).not.toMatch(/LOGIN|AUTHENTICATE/)
})

test('a server on this machine may have any certificate', async () => {
  const mailbox = await startImapStandIn(readFileSync('test/fixtures/expired-certificate.pem'))
  expect(await checkMailbox(mailbox.url)).toBe(undefined)
  expect(mailbox.commands.join()).toMatch(/STARTTLS.*LOGIN/)
  const elsewhere = mailbox.url.replace('127.0.0.1', '0.0.0.0')
  expect(await checkMailbox(elsewhere)).toMatch(
    /^The mailbox cannot be read: The certificate of the mail server 0\.0\.0\.0:\d+ is not valid \([^;]+\)$/,
  )
})

test('a folder within a folder has the server’s own separator', async () => {
  const mailbox = await startImapStandIn()
  expect(await checkMailbox(mailbox.url.replace('INBOX', 'Lists/Docket%20Mail/'))).toBe(undefined)
  expect(mailbox.commands.join()).toMatch(/SELECT "\S*Lists\.Docket Mail"/)
})

test('a server that sends a line without end is left before it fills the memory', async () => {
  let sent = 0
  const server = createServer((socket) => {
    const line = Buffer.alloc(1_000_000, 'x')
    const send = () => {
      do sent += line.length
      while (!socket.destroyed && socket.write(line))
    }
    socket.on('drain', send).on('error', () => {})
    send()
  })
  onTestFinished(() => void server.close())
  const url = `imap://reports:secret@127.0.0.1:${await listenAnywhere(server)}`
  expect(await checkMailbox(url)).toMatch(/^The mailbox cannot be read: /)
  expect(sent).toBeLessThan(100_000_000)
})

test('a folder that does not exist is named', async () => {
  const mailbox = await startImapStandIn()
  mailbox.refused.add('SELECT')
  expect(await checkMailbox(mailbox.url.replace('INBOX', 'Bounces'))).toBe(
    'The folder “Bounces” of BOUNCE_MAILBOX cannot be opened.',
  )
})
