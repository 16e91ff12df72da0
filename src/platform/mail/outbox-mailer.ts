import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceError } from '../files/incoming-folder.ts'
import { writeAtomically } from '../files/write-atomically.ts'
import { createComposer, notWritten } from './compose-mail.ts'
import type { Mailer, MailMessage, MailSettings, SendResult } from './mail.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import { result } from './smtp-outcome.ts'

export const createMailer = ({ smtpUrl, ...settings }: MailSettings): Mailer =>
  smtpUrl ? createSmtpMailer(smtpUrl, settings) : createOutboxMailer(settings)

/** Without a mail server, each message becomes a file that any mail program can open (CONTRACT.md section 2). */
function createOutboxMailer(settings: Omit<MailSettings, 'smtpUrl'>): Mailer {
  const { outboxDir, connections, dkim } = settings
  const compose = createComposer(dkim)

  async function send(message: MailMessage): Promise<SendResult> {
    const mail = await compose(message).catch((error: Error) => error)
    if (mail instanceof Error) return notWritten(mail)
    try {
      const name = fileNameOf(message.messageId)
      await mkdir(outboxDir, { recursive: true })
      await writeAtomically(join(outboxDir, name), (unfinished) =>
        writeFile(unfinished, mail.content, { mode: 0o600, flush: true }),
      )
      return result('sent', `Written to the outbox folder: ${name}`)
    } catch (error) {
      const reply = `The outbox folder cannot be written: ${(error as Error).message}`
      return result('deferred', reply, 'server')
    }
  }

  return { send, connections, async close() {} }
}

export const readOutboxMessage = (outboxDir: string, messageId: string) =>
  readFile(join(outboxDir, fileNameOf(messageId))).catch(replaceError('ENOENT', undefined))

/** No id leads out of the folder. */
const fileNameOf = (messageId: string) =>
  `${messageId.replace(/^<|>$/g, '').replace(/[^\w@+=.-]/g, '_')}.eml`
