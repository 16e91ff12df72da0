import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { MAIL_USER } from './dovecot.ts'
import { freePort, untilAnswers } from './free-port.ts'
import { accountOf } from './other-user.ts'

/** Only root may start it. */
export const hasPostfix =
  process.getuid?.() === 0 && spawnSync('postconf', ['mail_version']).status === 0

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
  writeFileSync(inFolder('main.cf'), settings(folder))
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

const settings = (folder: string) => `
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
