import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort, untilAnswers } from './free-port.ts'
import { accountOf } from './other-user.ts'

/* Debian's Dovecot and Postfix, if the machine has them and this is root. */

const mayStart = (program: string, word: string) =>
  process.getuid?.() === 0 && spawnSync(program, [word]).status === 0

export const hasDovecot = mayStart('dovecot', '--version')
export const hasPostfix = mayStart('postconf', 'mail_version')

/** The ID of Debian's user `mail`: Dovecot takes no mail for root. */
const MAIL_USER = 8
export const PASSWORD = 'secret'

/** A real IMAP server with one mailbox, on its own port. @param more settings */
export async function startMailboxServer(more = '') {
  const folder = mkdtempSync(join(tmpdir(), 'docket-dovecot-'))
  const maildir = join(folder, 'mail')
  const port = await freePort()
  chmodSync(folder, 0o755)
  for (const folder of [maildir, ...['new', 'cur', 'tmp'].map((name) => join(maildir, name))]) {
    mkdirSync(folder)
    chownSync(folder, MAIL_USER, MAIL_USER)
  }
  const file = join(folder, 'dovecot.conf')
  writeFileSync(file, dovecotSettings(folder, port) + more)
  const server = spawn('dovecot', ['-F', '-c', file], { stdio: 'ignore' })
  await untilAnswers(port)
  let count = 0
  return {
    /** The value of BOUNCE_MAILBOX. */
    url: `imap://reports:${PASSWORD}@127.0.0.1:${port}/INBOX`,
    maildir,
    /** Delivers one message as a mail server would. */
    put(message: string) {
      count += 1
      const path = join(maildir, 'new', `${1_700_000_000 + count}.${count}.test`)
      writeFileSync(path, message)
      chownSync(path, MAIL_USER, MAIL_USER)
    },
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type MailboxServer = Awaited<ReturnType<typeof startMailboxServer>>

const dovecotSettings = (folder: string, port: number) => `
base_dir = ${folder}/run
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
log_path = ${folder}/dovecot.log
mail_location = maildir:${folder}/mail
first_valid_uid = ${MAIL_USER}
first_valid_gid = ${MAIL_USER}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${MAIL_USER} gid=${MAIL_USER} home=${folder}
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`

interface Mailboxes {
  /** Where `bounce+TOKEN@docket.example.com` is delivered. */
  reports: string
  existing: readonly string[]
  full: readonly string[]
}

/** The mailbox limit; a message may be large. */
const LIMIT = 200_000

/**
 * A real Postfix with its own folders and port, which sends no mail outside; it ends with the test. It has the
 * mailboxes of example.org, accepts mail for any address there, and returns what it cannot deliver.
 * @returns SMTP_URL
 */
export async function startPostfix({ reports, existing, full }: Mailboxes): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'docket-postfix-'))
  const inFolder = (name: string) => join(folder, name)
  const port = await freePort()
  chmodSync(folder, 0o755)
  for (const name of ['queue', 'data', 'boxes']) mkdirSync(inFolder(name))
  const boxOf = new Map([
    ['bounce@docket.example.com', `${reports}/`],
    ...existing.map((address) => [address, inFolder('boxes/everybody/')] as const),
    ...full.map((address) => [address, inFolder('boxes/full')] as const),
  ])
  writeFileSync(inFolder('boxes/full'), 'x'.repeat(LIMIT))
  for (const name of ['boxes', 'boxes/full']) chownSync(inFolder(name), MAIL_USER, MAIL_USER)
  chownSync(inFolder('data'), accountOf('postfix').uid, 0)
  writeFileSync(inFolder('mailboxes'), [...boxOf].map((line) => `${line.join(' ')}\n`).join(''))
  writeFileSync(inFolder('main.cf'), postfixSettings(folder))
  writeFileSync(inFolder('master.cf'), `127.0.0.1:${port} inet n - n - - smtpd\n${SERVICES}`)
  const server = spawn('postfix', ['-c', folder, 'start-fg'], { stdio: 'ignore' })
  onTestFinished(async () => {
    spawnSync('postfix', ['-c', folder, 'stop'])
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  await untilAnswers(port)
  return `smtp://127.0.0.1:${port}?ignoreTLS=true`
}

const postfixSettings = (folder: string) => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
myhostname = mail.docket.example.com
mydestination =
alias_maps =
alias_database =
recipient_delimiter = +
virtual_mailbox_domains = docket.example.com, example.org
virtual_mailbox_maps = texthash:${folder}/mailboxes
virtual_mailbox_base = /
virtual_minimum_uid = ${MAIL_USER}
virtual_uid_maps = static:${MAIL_USER}
virtual_gid_maps = static:${MAIL_USER}
virtual_mailbox_limit = ${LIMIT}
message_size_limit = ${LIMIT}
smtpd_reject_unlisted_recipient = no
default_transport = error:nothing leaves this machine
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
`

const SERVICES = `
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
showq unix n - n - - showq
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`
