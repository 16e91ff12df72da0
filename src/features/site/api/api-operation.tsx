import { type Column, scrollable, Table } from '../../../ui/table.tsx'
import type { Json, Operation } from './openapi.ts'

export interface Listed {
  method: string
  path: string
  operation: Operation
}

type Parameter = NonNullable<Operation['parameters']>[number]

/** One endpoint: its purpose, parameters, a sample command, and responses. */
export function ApiOperation({ method, path, operation }: Listed) {
  const { operationId, summary, description = '', parameters = [], responses } = operation
  const paragraphs = description.split('\n\n').filter(Boolean)
  return (
    <section class="api-operation" id={operationId} aria-labelledby={`${operationId}-heading`}>
      <h3 id={`${operationId}-heading`}>
        {summary}
        <code class="api-address">
          {method} {path}
        </code>
      </h3>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <Prose text={paragraph} />
        </p>
      ))}
      {parameters.length > 0 && <Parameters {...{ operationId, parameters }} />}
      {operation['x-codeSamples'].map(({ source }) => (
        <Sample key={source} label={`Command for ${summary}`} text={source} />
      ))}
      <Responses {...{ responses, summary }} />
    </section>
  )
}

export function Prose({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))
}

function Parameters({ operationId, parameters }: { operationId: string; parameters: Parameter[] }) {
  const name = `Parameters of ${operationId}`
  const columns: Column<Parameter>[] = [
    { heading: 'Name', cell: (one) => <code>{one.name}</code> },
    { heading: 'In', cell: (one) => one.in },
    { heading: 'Type', cell: ({ schema }) => typeName(schema) + limits(schema) },
    { heading: 'Description', cell: ({ description = '' }) => <Prose text={description} /> },
  ]
  return (
    <Table {...{ name, columns }} caption={name} rows={parameters} rowKey={(one) => one.name} />
  )
}

const LARGEST = 2 ** 31

function limits({ minimum, maximum, default: usual }: Json): string {
  const range = Number(maximum) < LARGEST ? ` from ${minimum} to ${maximum}` : ''
  return usual === undefined ? range : `${range}, default ${usual}`
}

function Responses({ responses, summary }: Pick<Operation, 'responses'> & { summary: string }) {
  const known = Object.entries(responses).filter(([status]) => status !== 'default')
  return (
    <dl class="api-answers">
      {known.map(([status, { description, headers = {}, content = {} }]) => (
        <div key={status}>
          <dt>{status}</dt>
          <dd>
            <p>
              <Prose text={description} />
              {codesOf(content)}
            </p>
            {Object.entries(headers).map(([name, header]) => (
              <p key={name} class="api-header">
                <code>{name}</code>: <Prose text={header.description} />
              </p>
            ))}
            {content['application/json']?.example !== undefined && (
              <Sample
                label={`Response ${status} of ${summary}`}
                text={JSON.stringify(content['application/json'].example, null, 2)}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function codesOf(content: Record<string, { schema: Json }>) {
  const [, extra] = (content['application/problem+json']?.schema.allOf ?? []) as Json[]
  const codes = (extra?.properties as { code?: { enum?: string[] } } | undefined)?.code?.enum ?? []
  return codes.map((code) => [' ', <code key={code}>{code}</code>])
}

function Sample({ label, text }: { label: string; text: string }) {
  return (
    <pre class="api-sample" {...scrollable(label)}>
      <code>{text}</code>
    </pre>
  )
}

export function SchemaFields({ name, schema }: { name: string; schema: Json }) {
  const { properties = {}, required = [] } = schema
  const always = required as string[]
  const columns: Column<[member: string, schema: Json]>[] = [
    {
      heading: 'Field',
      cell: ([member]) => [<code>{member}</code>, !always.includes(member) && ' (optional)'],
    },
    { heading: 'Type', cell: ([, type]) => typeName(type) },
    { heading: 'Description', cell: ([, { description = '' }]) => <Prose text={description} /> },
  ]
  const rows = Object.entries(properties as Record<string, Json>)
  const caption = `Fields of ${name}`
  return <Table {...{ name, columns, caption, rows }} rowKey={([member]) => member} />
}

/** In words: `integer or null`, `list of Document`, `"ok"`. */
export function typeName(schema: Json): string {
  const { type, $ref, anyOf, allOf, items, enum: values, const: value, format } = schema
  if ($ref) return String($ref).split('/').at(-1) ?? ''
  if (value !== undefined) return JSON.stringify(value)
  if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' or ')
  const parts = (anyOf ?? allOf) as Json[] | undefined
  if (parts) return parts.map(typeName).join(anyOf ? ' or ' : ' and ')
  if (type === 'array') return `list of ${typeName((items ?? {}) as Json)}`
  if (format === 'date') return 'date'
  if (format === 'uri') return 'URL'
  if (type === undefined) return 'anything'
  return type === 'string' ? 'text' : String(type)
}
