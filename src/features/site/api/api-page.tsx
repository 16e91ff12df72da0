import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiSamples } from '../../../platform/http/api-schema.ts'
import { PROBLEM_CODES } from '../../../platform/http/api-schema.ts'
import type { SendPage } from '../../../platform/http/page-cache.ts'
import { type PublicFrame, PublicLayout } from '../../../ui/layout/layout.tsx'
import { renderPage } from '../../../ui/layout/render.tsx'
import { Prose } from '../pages.tsx'
import type { FindFrame } from '../site-frame.ts'
import { ApiOperation, SchemaFields } from './api-operation.tsx'
import type { OpenApi, Operation } from './openapi.ts'

interface ApiPageProps {
  layout: PublicFrame
  openApi: OpenApi
}

interface Listed {
  method: string
  path: string
  operation: Operation
}

/** What programs may ask of this docket, for the people who write them. Made from the OpenAPI document alone. */
export function ApiPage({ layout, openApi }: ApiPageProps) {
  const { publicUrl } = layout.site
  const listed = listOperations(openApi)
  return (
    <PublicLayout
      {...layout}
      title="API"
      canonicalPath="/api"
      description="Developer API for this docket: entries and documents as JSON, an Atom feed, OpenAPI 3.1."
    >
      <article class="wrap api-page">
        <h1>Developer API</h1>
        <Introduction publicUrl={publicUrl} description={openApi.info.description} />
        <Contents openApi={openApi} listed={listed} />
        {openApi.tags.map(({ name, description }) => (
          <section key={name} aria-labelledby={`tag-${name}`}>
            <h2 class="section-heading" id={`tag-${name}`}>
              {name}
            </h2>
            <p>{description}</p>
            {listed
              .filter(({ operation }) => operation.tags.includes(name))
              .map((one) => (
                <ApiOperation key={one.operation.operationId} {...one} />
              ))}
          </section>
        ))}
        <Schemas openApi={openApi} />
        <Errors />
      </article>
    </PublicLayout>
  )
}

function listOperations({ paths }: OpenApi): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

function Introduction({ publicUrl, description }: { publicUrl: string; description: string }) {
  return (
    <>
      <p class="lead">
        <Prose text={description} />
      </p>
      <p>
        The base of all addresses is <code>{publicUrl}</code>. The same as on this page, for
        programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1), from which clients can
        be generated. The responses below are from this docket.
      </p>
      <p>
        Reading is not limited; please ask again only for what may have changed, and name yourself
        in <code>User-Agent</code>. Ids are given once and never reused. A withdrawn entry or
        document answers 404.
      </p>
    </>
  )
}

function Contents({ openApi, listed }: { openApi: OpenApi; listed: readonly Listed[] }) {
  return (
    <nav aria-label="Addresses" class="api-contents">
      <ul>
        {openApi.tags.flatMap(({ name }) =>
          listed
            .filter(({ operation }) => operation.tags.includes(name))
            .map(({ method, path, operation }) => (
              <li key={operation.operationId}>
                <a href={`#${operation.operationId}`}>
                  <code>
                    {method} {path}
                  </code>
                </a>{' '}
                {operation.summary}
              </li>
            )),
        )}
      </ul>
    </nav>
  )
}

function Schemas({ openApi }: { openApi: OpenApi }) {
  return (
    <section aria-labelledby="schemas">
      <h2 class="section-heading" id="schemas">
        Response types
      </h2>
      {Object.entries(openApi.components.schemas).map(([name, schema]) => (
        <section key={name} class="api-schema" aria-labelledby={`schema-${name}`}>
          <h3 id={`schema-${name}`}>{name}</h3>
          {schema.description && <p>{schema.description}</p>}
          <SchemaFields name={name} schema={schema} />
        </section>
      ))}
    </section>
  )
}

function Errors() {
  return (
    <section aria-labelledby="errors">
      <h2 class="section-heading" id="errors">
        Errors
      </h2>
      <p>
        Errors are <code>application/problem+json</code> (RFC 9457). Rely on <code>code</code>;{' '}
        <code>detail</code> is a sentence for people and may change.
      </p>
      <dl class="api-codes">
        {Object.entries(PROBLEM_CODES).map(([code, meaning]) => (
          <div key={code}>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

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
    return sendPage(request, reply, { key: '/api', render })
  }
}
