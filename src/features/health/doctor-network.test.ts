import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import https from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listenAnywhere } from '../../../test/support/free-port.ts'
import { startImapStandIn } from '../../../test/support/imap-stand-in.ts'
import { sinkWith } from '../../../test/support/smtp-mailing.ts'
import { type Config, loadConfig } from '../../config.ts'
import { DOCTOR_HEADERS, sign } from '../../platform/http/signing.ts'
import * as network from './doctor-network.ts'
import { notChecked, notOk, ok } from './rules.ts'

const KEY = 'a key for tests only, of enough characters'

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  onTestFinished(() => void server.close())
  return loadConfig({ PUBLIC_URL: `http://127.0.0.1:${await listenAnywhere(server)}` })
}

describe('PUBLIC_URL, requested from outside', () => {
  const answerAs = (secretKey: string, seen: string) =>
    serve((request, response) => {
      const nonce = String(request.headers[DOCTOR_HEADERS.nonce])
      response.setHeader(DOCTOR_HEADERS.proof, sign(secretKey, 'doctor', nonce))
      response.setHeader(DOCTOR_HEADERS.seen, seen).end('{}')
    })

  it('tells this installation from another one', async () => {
    const own = await network.requestHealth(await answerAs(KEY, '127.0.0.1'), KEY)
    expect(own.result.state).toBe('ok')
    expect(Math.abs(own.date - Date.now())).toBeLessThan(5000)
    const other = await network.requestHealth(await answerAs('another key', '127.0.0.1'), KEY)
    expect(other.result.text).toMatch(/another program/)
    const odd = await network.requestHealth(await answerAs(KEY, '<script>'), KEY)
    expect(odd.result.text).toMatch(/does not pass on its visitors’ addresses/)
  })

  it('does not wait for a body that never ends', async () => {
    const drip = await serve((_request, response) => {
      response.write('{')
      const timer = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(timer))
    })
    expect((await network.requestHealth(drip, KEY)).result.text).toMatch(/another program/)
  })

  it('fails, and says why, if the certificate has expired', async () => {
    const pem = readFileSync('test/fixtures/expired-certificate.pem')
    const server = https.createServer({ key: pem, cert: pem })
    const port = await listenAnywhere(server)
    https.globalAgent.options.ca = pem
    onTestFinished(() => {
      delete https.globalAgent.options.ca
      server.close()
    })
    const config = loadConfig({ PUBLIC_URL: `https://127.0.0.1:${port}` })
    await expect(network.requestHealth(config, KEY)).rejects.toThrow(/has expired.*renew/)
  })

  it('fails if nothing is listening', async () => {
    const config = loadConfig({ PUBLIC_URL: 'http://127.0.0.1:9' })
    await expect(network.requestHealth(config, KEY)).rejects.toThrow(/ECONNREFUSED/)
  })
})

describe('the mail server', () => {
  const check = (environment: Record<string, string>, send = false) =>
    network.checkMailServer(loadConfig(environment), send)

  it('is connected to, and gets one message with --send', async () => {
    const sink = await sinkWith()
    expect((await check({ SMTP_URL: sink.url })).state).toBe('ok')
    const unnamed = await check({ SMTP_URL: sink.url }, true)
    expect(unnamed.text).toContain('NOTIFICATIONS_TEST_RECIPIENT')
    expect(sink.received).toEqual([])
    const to = { SMTP_URL: sink.url, NOTIFICATIONS_TEST_RECIPIENT: 'clerk@example.com' }
    const sent = expect.stringContaining('sent a message to clerk@example.com: 250')
    expect(await check(to, true)).toEqual(ok(sent))
    expect(sink.received.map((message) => message.to)).toEqual([['clerk@example.com']])
  })

  it('is not checked without SMTP_URL; what is wrong is said in a sentence', async () => {
    expect((await check({})).state).toBe('not checked')
    const refused = 'Nothing accepts mail at 127.0.0.1:9 (connection refused)'
    expect(await check({ SMTP_URL: 'smtp://127.0.0.1:9' })).toEqual(notOk(refused))
  })
})

describe('the bounce mailbox', () => {
  const check = (url: string) =>
    network.checkBounceMailbox(
      loadConfig({ MAIL_BOUNCE_ADDRESS: 'bounce@example.com', BOUNCE_MAILBOX: url }),
    )

  it('is opened, and nothing in it is read', async () => {
    const imap = await startImapStandIn()
    imap.put('Subject: report\r\n\r\nbody')
    expect(await check(imap.url)).toEqual(ok('can be opened'))
    expect(imap.messages).toMatchObject([{ isSeen: false, fetches: 0 }])
  })

  it('that cannot be opened is named', async () => {
    expect(await check('imap://a:b@127.0.0.1:9/INBOX')).toMatchObject({ state: 'not ok' })
    const bye = createTcpServer((socket) => socket.end('* BYE go away\r\n'))
    onTestFinished(() => void bye.close())
    const url = `imap://a:b@127.0.0.1:${await listenAnywhere(bye)}/INBOX`
    expect(await check(url)).toMatchObject({ state: 'not ok' })
  })
})

describe('DNS', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const from = 'Docket <docket@docket.example.com>'
  const plain = loadConfig({ SMTP_URL: 'smtp://mail', MAIL_FROM: from })
  const dkim = { domainName: 'example.com', keySelector: 'docket', privateKey: pem }
  const config: Config = { ...plain, mail: { ...plain.mail, dkim } }

  it('answers with the records of MAIL_FROM’s domain, its policy also above', async () => {
    const records: Record<string, string[]> = {
      'docket.example.com': ['v=spf1 mx ~all'],
      'docket._domainkey.example.com': [`v=DKIM1; k=rsa; p=${spki}`],
      '_dmarc.example.com': ['v=DMARC1; p=quarantine'],
    }
    const find = async (name: string) => records[name] ?? []
    for (const check of Object.values(network.createDnsChecks(config, find)))
      expect(await check()).toMatchObject({ state: 'ok' })
    for (const check of Object.values(network.createDnsChecks(config, async () => [])))
      expect(await check()).toMatchObject({ state: 'not ok' })
  })

  it('that does not answer, or is not needed, is not a fault', async () => {
    const silent = network.createDnsChecks(config, async () => {
      throw new Error('queryTxt ETIMEOUT docket.example.com')
    })
    for (const check of [silent.spf, silent.dkim, silent.dmarc])
      expect(await check()).toEqual(notChecked(expect.stringContaining('ETIMEOUT')))
    const lookUp = async () => expect.unreachable()
    const unchecked = { state: 'not checked' }
    expect(await network.createDnsChecks(plain, lookUp).dkim()).toMatchObject(unchecked)
    for (const other of [{}, { SMTP_URL: 'smtp://mail', MAIL_FROM: 'docket@localhost' }]) {
      const { spf } = network.createDnsChecks(loadConfig(other), lookUp)
      expect(await spf()).toMatchObject(unchecked)
    }
  })
})
