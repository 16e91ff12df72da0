import * as base64 from 'nodemailer/lib/base64'
import * as qp from 'nodemailer/lib/qp'
import type { Body, SharedText } from './mail.ts'

/** A line of quoted-printable has at most 76 characters (RFC 2045 section 6.7); one is for the soft break after a piece. */
const LINE_LENGTH = 75
const SOFT_BREAK = '=\r\n'

/** Encoded pieces by what they were made of; undefined where quoted-printable cannot carry them. */
const encodings = new WeakMap<SharedText['shared'], string[] | undefined>()

/** One part of a message, header and body, as it goes over the wire. */
export function writePart(type: 'text/plain' | 'text/html', body: Body): string {
  const quoted = typeof body === 'string' ? quote(body) : quoteShared(body)
  const encoding = quoted === undefined ? 'base64' : 'quoted-printable'
  return (
    `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n` +
    (quoted ?? base64.wrap(base64.encode(withLineEnds(textOf(body)))))
  )
}

function textOf(body: Body): string {
  return typeof body === 'string' ? body : body.shared.join(body.own)
}

/** A hundred thousand messages share all but a link: what they share is encoded once. */
function quoteShared({ shared, own }: SharedText): string | undefined {
  if (!encodings.has(shared)) encodings.set(shared, quoteAll(shared))
  const pieces = encodings.get(shared)
  const link = quote(own)
  return link === undefined ? undefined : pieces?.join(SOFT_BREAK + link + SOFT_BREAK)
}

function quoteAll(pieces: readonly string[]): string[] | undefined {
  const quoted = pieces.map(quote).filter((piece) => piece !== undefined)
  return quoted.length === pieces.length ? quoted : undefined
}

/**
 * @returns undefined for a text with a bare CR: that is data, but the SMTP layer would make a line end of it, so such a
 * text travels as base64
 */
function quote(text: string): string | undefined {
  const content = withLineEnds(text)
  return /\r(?!\n)/.test(content) ? undefined : qp.wrap(qp.encode(content), LINE_LENGTH)
}

function withLineEnds(text: string): string {
  return text.replace(/\r?\n/g, '\r\n')
}
