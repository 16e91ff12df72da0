import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FindFrame } from '../features/site/site-frame.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import { anyone, get, type Route } from '../platform/http/route.ts'
import { renderPage } from '../ui/layout/render.tsx'
import { ComponentsPage } from './components-page.tsx'
import { sampleMails } from './samples.ts'

/** For developers: these addresses exist only where NODE_ENV is `development`. */
export function developmentRoutes(publicUrl: string, findFrame: FindFrame): Route[] {
  const mails = new Map(Object.entries(sampleMails(publicUrl)))

  async function components(_request: FastifyRequest, reply: FastifyReply) {
    const frame = await findFrame()
    const page = renderPage(<ComponentsPage {...frame} mails={[...mails.keys()]} />)
    return reply.type('text/html; charset=utf-8').send(page)
  }

  async function mail(request: FastifyRequest, reply: FastifyReply) {
    const { name } = request.params as { name: string }
    const { part } = request.query as { part?: unknown }
    const found = mails.get(name)
    if (!found) throw new NotFoundError('There is no such message.')
    if (part === 'text') return reply.type('text/plain; charset=utf-8').send(found.text)
    // Mail has its styles inline; the site's policy allows none.
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(found.html)
  }

  return [get('/development', anyone, components), get('/development/mail/:name', anyone, mail)]
}
