import { createHash } from 'node:crypto'
import type { Config } from '../../config.ts'

/* PROMISES 9: on every response, errors and PDFs included. */

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** WebKit's PDF viewer sets its size with these two style attributes; without them it is 300 by 150 pixels. */
const WEBKIT_STYLES = [
  'margin: 0px;height: 100vh;',
  'width: 100%; height: 100%; border: 0; display: block;',
].map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)

/** Only this site's pages may frame the PDF. Browsers' viewers show it in an object element. */
const PDF_POLICY = `default-src 'none'; object-src 'self'; style-src 'unsafe-hashes' ${WEBKIT_STYLES.join(' ')}; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`

export function securityHeaders({ publicUrl, hstsPreload }: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': PAGE_POLICY,
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=63072000; includeSubDomains${hstsPreload ? '; preload' : ''}`,
    }),
  }
}

/** A page that only this site's viewer may frame: it says why there is no PDF. */
export const FRAMED_PAGE_HEADERS = {
  'content-security-policy': PAGE_POLICY.replace("ancestors 'none'", "ancestors 'self'"),
  'x-frame-options': 'SAMEORIGIN',
}

export const PDF_HEADERS = {
  'content-security-policy': PDF_POLICY,
  'x-frame-options': 'SAMEORIGIN',
}

/** Search engines see this only if robots.txt allows the address. */
export const NEVER_INDEXED = { 'x-robots-tag': 'noindex' }

export const PRIVATE_HEADERS = {
  ...NEVER_INDEXED,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}
