import { parseConnectionUrl } from 'nodemailer/lib/shared'
import type { Options } from 'nodemailer/lib/smtp-pool'

export interface SmtpOptions extends Options {
  host: string
  /** Milliseconds one message may take from MAIL FROM to the last reply, however the server trickles. */
  messageTimeout: number
}

const second = 1000
const minute = 60 * second

/** RFC 5321 4.5.3.2 asks for patience after the data: who gives up early does not know what became of the message. */
const timeouts = {
  dnsTimeout: 15 * second,
  connectionTimeout: 30 * second,
  greetingTimeout: 30 * second,
  socketTimeout: 5 * minute,
  messageTimeout: 10 * minute,
}

/**
 * Reads `smtp(s)://user:pass@host:port`. A query may set any option of nodemailer's connection, for example
 * `?ignoreTLS=true` for a relay on the same machine, `?name=mail.example.com` for EHLO, `?tls.rejectUnauthorized=false`.
 */
export function smtpOptionsOf(url: string): SmtpOptions {
  const { auth, secure, ...fromUrl } = parseConnectionUrl(url)
  const options = { ...timeouts, host: 'localhost', ...fromUrl } as SmtpOptions
  // smtp:// with port 465 is a common slip: that port speaks TLS from the first byte.
  options.secure = secure === true || Number(options.port) === 465
  if (auth) {
    options.auth = auth
    // A password must not leave the machine in the clear because somebody on the way removed STARTTLS.
    if (!isThisMachine(options.host) && !options.ignoreTLS) options.requireTLS ??= true
  }
  return options
}

/** `host:port`, for sentences about the server. */
export function serverName({ host, port, secure }: SmtpOptions): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port ?? (secure ? 465 : 587)}`
}

/** @param host with or without a port */
export function isThisMachine(host: string): boolean {
  return /^(localhost(:|$)|127\.|::1$|\[::1\])/.test(host)
}
