import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ApiSamples, PROBLEM_CODES } from '../../../platform/http/api-schema.ts'
import type { SendPage } from '../../../platform/http/page-cache.ts'
import { type PublicFrame, PublicLayout } from '../../../ui/layout/layout.tsx'
import { renderPage } from '../../../ui/layout/render.tsx'
import { Section } from '../../../ui/section.tsx'
import type { FindFrame } from '../site-frame.ts'
import { ApiOperation, type Listed, Prose, SchemaFields } from './api-operation.tsx'
import type { OpenApi } from './openapi.ts'

/** The API documentation for developers, generated entirely from the OpenAPI document. */
function ApiPage({ layout, openApi }: { layout: PublicFrame; openApi: OpenApi }) {
  const listed = openApi.tags.map((tag) => ({ ...tag, operations: listOperations(openApi, tag) }))
  return (
    <PublicLayout
      {...layout}
      title="API"
      canonicalPath="/api"
      description="Developer API for this docket: entries and documents as JSON, an Atom feed, OpenAPI 3.1."
    >
      <article class="wrap api-page">
        <h1>Developer API</h1>
        <Introduction publicUrl={layout.site.publicUrl} description={openApi.info.description} />
        <Contents listed={listed.flatMap(({ operations }) => operations)} />
        {listed.map(({ name, description, operations }) => (
          <Section key={name} name={`tag-${name}`} heading={name}>
            <p>{description}</p>
            {operations.map((one) => (
              <ApiOperation key={one.operation.operationId} {...one} />
            ))}
          </Section>
        ))}
        <Schemas schemas={openApi.components.schemas} />
        <Errors />
      </article>
    </PublicLayout>
  )
}

const listOperations = ({ paths }: OpenApi, tag: { name: string }): Listed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag.name))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

function Introduction({ publicUrl, description }: { publicUrl: string; description: string }) {
  return (
    <>
      <p class="lead">
        <Prose text={description} />
      </p>
      <p>
        All URLs begin with <code>{publicUrl}</code>. To generate a client, use{' '}
        <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1), which has the same content as
        this page. The responses below are from this docket.
      </p>
      <p>
        There is no limit on reading. Please request again only what may have changed, and identify
        yourself in <code>User-Agent</code>. IDs are never reused. A withdrawn entry or document
        returns 404.
      </p>
    </>
  )
}

function Contents({ listed }: { listed: readonly Listed[] }) {
  return (
    <nav aria-label="Endpoints" class="api-contents">
      <ul>
        {listed.map(({ method, path, operation }) => (
          <li key={operation.operationId}>
            <a href={`#${operation.operationId}`}>
              <code>
                {method} {path}
              </code>
            </a>{' '}
            {operation.summary}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Schemas({ schemas }: OpenApi['components']) {
  return (
    <Section name="schemas" heading="Response types">
      {Object.entries(schemas).map(([name, schema]) => (
        <section key={name} class="api-schema" aria-labelledby={`schema-${name}`}>
          <h3 id={`schema-${name}`}>{name}</h3>
          {schema.description && <p>{schema.description}</p>}
          <SchemaFields name={name} schema={schema} />
        </section>
      ))}
    </Section>
  )
}

function Errors() {
  return (
    <Section name="errors" heading="Errors">
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
    </Section>
  )
}

interface ApiPageOptions {
  findFrame: FindFrame
  sendPage: SendPage
  /** Passed in because this folder may not import features/docket. */
  findSamples: () => Promise<ApiSamples>
}

/** `GET /api`: the OpenAPI document as a page, with this docket's own entries as examples. */
export const createApiPageHandler =
  ({ findFrame, sendPage, findSamples }: ApiPageOptions) =>
  (
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
