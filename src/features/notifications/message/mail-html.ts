import type { FastifyReply } from 'fastify'
import { mailStyleHash } from './mail-styles.ts'

/** A message is shown with its own style sheet and nothing else: no script, no image, no form (PROMISES 9). */
const POLICY = [
  "default-src 'none'",
  `style-src '${mailStyleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ')

/** The sheet says the same (mail-styles.ts); the renderer writes quotes in text as entities, so these are attributes. */
const styleAttributes = / style="[^"]*"/g

/** For the frame in the admin area's pages. */
export function sendMailHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({ 'content-security-policy': POLICY, 'x-frame-options': 'SAMEORIGIN' })
    .type('text/html; charset=utf-8')
    .send(html.replace(styleAttributes, ''))
}
