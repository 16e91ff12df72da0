import * as z from 'zod'
import { type ApiSchema, type Handler, json } from '../../platform/http/api-schema.ts'
import { type PublicFrame, PublicLayout } from '../../ui/layout/layout.tsx'
import { renderPage } from '../../ui/layout/render.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { PageDeps } from './site-frame.ts'

export const API_INFO = {
  title: 'Docket API',
  description:
    'Everything this docket publishes, as JSON in snake_case with ISO 8601 dates. No API key is needed, and pages on other sites may read all of it (CORS), except Subscriptions. Errors are problem documents (RFC 9457) with a stable `code`.',
  tags: {
    Docket: 'The entries of the docket.',
    Documents: 'The PDF filings.',
    Following: 'Ways for programs to learn of new entries.',
    Subscriptions: 'E-mail notifications. Pages on other sites cannot use these.',
    Service: 'About the service itself.',
  },
}

export const openApiDocument = {
  operationId: 'getOpenApiDocument',
  tags: ['Service'],
  summary: 'This description, as OpenAPI 3.1',
  description: 'Generate a client from it.',
  response: { 200: json('The document', z.looseObject({ openapi: z.string() })) },
} satisfies ApiSchema

type Operation = { summary: string; description?: string }

interface OpenApi {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
}

const columns: Column<Operation & { address: string }>[] = [
  { heading: 'Request', cell: ({ address }) => <code>{address}</code>, main: true },
  {
    heading: 'What it does',
    cell: ({ summary, description }) => [
      <strong>{summary}.</strong>,
      description && [' ', <Code text={description} />],
    ],
  },
]

const Code = ({ text }: { text: string }) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))

function ApiPage({ layout, openApi }: { layout: PublicFrame; openApi: OpenApi }) {
  const rows = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      return { ...operation, address: `${method.toUpperCase()} ${path}` }
    }),
  )
  return (
    <PublicLayout
      {...layout}
      title="Developer API"
      canonicalPath="/api"
      description="Developer API for this docket: entries and documents as JSON, an Atom feed, OpenAPI 3.1."
    >
      <article class="wrap api-page">
        <h1>Developer API</h1>
        <p class="lead">
          <Code text={openApi.info.description} />
        </p>
        <p>
          All URLs begin with <code>{layout.site.publicUrl}</code>. Parameters, fields, and statuses
          are in <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1), from which you can
          generate a client. IDs are never reused. A withdrawn entry or document returns 404.
        </p>
        <Table caption="Requests" columns={columns} rows={rows} />
      </article>
    </PublicLayout>
  )
}

export const createApiPageHandler =
  ({ findFrame, sendPage }: PageDeps): Handler =>
  (request, reply) => {
    const openApi = request.server.swagger() as unknown as OpenApi
    const render = async () => renderPage(<ApiPage layout={await findFrame()} openApi={openApi} />)
    return sendPage(request, reply, { key: '/api', render })
  }
