import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, untilAnswers } from './free-port.ts'

/** Only root can start it, and it does not accept mail for root. */
export const hasDovecot =
  process.getuid?.() === 0 && spawnSync('dovecot', ['--version']).status === 0

/** The ID of Debian's user `mail`. */
export const MAIL_USER = 8
export const PASSWORD = 'secret'

/** A real IMAP server with one mailbox, on its own port. @param more settings */
export async function createMailboxServer(more = '') {
  const folder = mkdtempSync(join(tmpdir(), 'docket-dovecot-'))
  const maildir = join(folder, 'mail')
  const port = await freePort()
  chmodSync(folder, 0o755)
  for (const folder of [maildir, ...['new', 'cur', 'tmp'].map((name) => join(maildir, name))]) {
    mkdirSync(folder)
    chownSync(folder, MAIL_USER, MAIL_USER)
  }
  const file = join(folder, 'dovecot.conf')
  writeFileSync(file, settings({ folder, maildir, port }) + more)
  let server: ChildProcess | undefined
  let count = 0

  async function stop(): Promise<void> {
    server?.kill('SIGTERM')
    if (server && server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    server = undefined
  }

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
    stop,
    async start() {
      server = spawn('dovecot', ['-F', '-c', file], { stdio: 'ignore' })
      await untilAnswers(port)
    },
    async dispose() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type MailboxServer = Awaited<ReturnType<typeof createMailboxServer>>

const settings = ({ folder, maildir, port }: { folder: string; maildir: string; port: number }) => `
base_dir = ${folder}/run
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
log_path = ${folder}/dovecot.log
mail_location = maildir:${maildir}
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
