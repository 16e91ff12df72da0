import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiSamples } from '../../../platform/http/api-schema.ts'
import type { SendPage } from '../../../platform/http/page-cache.ts'
import { renderPage } from '../../../ui/layout/render.tsx'
import type { FindFrame } from '../site-frame.ts'
import { ApiPage } from './api-page.tsx'
import type { OpenApi } from './openapi.ts'

interface ApiPageOptions {
  findFrame: FindFrame
  sendPage: SendPage
  /** From features/docket, which may not be known here. */
  findSamples: () => Promise<ApiSamples>
}

/** `GET /api`: the OpenAPI document as a page, with this docket's own entries as examples. */
export function createApiPageHandler({ findFrame, sendPage, findSamples }: ApiPageOptions) {
  return (
    describe: (made: object, samples: ApiSamples) => OpenApi,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const render = async () => {
      const openApi = describe(request.server.swagger(), await findSamples())
      return renderPage(<ApiPage layout={await findFrame()} openApi={openApi} />)
    }
    return sendPage('/api', render, request, reply)
  }
}
