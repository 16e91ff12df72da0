import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import { newFolder } from '../../../test/support/new-folder.ts'
import { message as usualMessage } from '../../../test/support/received-mail.ts'
import { createMailer, readOutboxMessage } from './outbox-mailer.ts'

let folder: string

beforeEach(async () => {
  folder = newFolder()
})

const outbox = () => join(folder, 'outbox')
const mailer = () =>
  createMailer({ smtpUrl: undefined, outboxDir: outbox(), connections: 4, dkim: undefined })

const message = { ...usualMessage, subject: 'Ordre n° 45', text: 'Filed.\n.\nEnd' }

test('a message becomes a file that a mail program opens', async () => {
  const reply = 'Written to the outbox folder: notification-3.delivery-7@docket.example.com.eml'
  expect(await mailer().send(message)).toEqual({ outcome: 'sent', reply, concerns: 'message' })
  const raw = await readOutboxMessage(outbox(), message.messageId)
  const mail = await PostalMime.parse(raw ?? '')
  const { messageId } = message
  const head = { messageId, subject: 'Ordre n° 45', to: [{ address: 'jane@example.com' }] }
  expect(mail).toMatchObject({ ...head, text: expect.stringContaining('.\nEnd') })
  expect(raw?.toString('latin1')).not.toMatch(/(?<!\r)\n/)
})

test('the same Message-ID again is the same file, and nothing else is left behind', async () => {
  await mailer().send(message)
  await mailer().send({ ...message, subject: 'Again' })
  expect(await readdir(outbox())).toEqual(['notification-3.delivery-7@docket.example.com.eml'])
  expect(await readOutboxMessage(outbox(), '<none@x>')).toBeUndefined()
  const mail = await PostalMime.parse((await readOutboxMessage(outbox(), message.messageId)) ?? '')
  expect(mail.subject).toBe('Again')
})

test.each(['<../../escape@x>', '</etc/passwd>', '<a\\b@x>', '<a\0b@x>', '<é@x>'])(
  'the Message-ID %j does not leave the folder',
  async (messageId) => {
    expect(await mailer().send({ ...message, messageId })).toMatchObject({ outcome: 'sent' })
    expect(await readdir(folder)).toEqual(['outbox'])
    expect(await readdir(outbox())).toHaveLength(1)
    expect(await readOutboxMessage(outbox(), messageId)).toBeInstanceOf(Buffer)
  },
)

test('a folder that cannot be written defers, says why and leaves nothing', async () => {
  await writeFile(outbox(), 'a file where the folder should be')
  const reply = expect.stringMatching(/^The outbox folder cannot be written: /)
  expect(await mailer().send(message)).toEqual({ outcome: 'deferred', reply, concerns: 'server' })
  await rm(outbox())
  expect(await mailer().send(message)).toMatchObject({ outcome: 'sent' })
})
