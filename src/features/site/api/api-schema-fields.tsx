import { Table } from '../../../ui/table.tsx'
import { Prose } from '../prose.tsx'
import type { Json } from './openapi.ts'

type Member = [name: string, schema: Json]

/** The members of an object, a line each. */
export function SchemaFields({ name, schema }: { name: string; schema: Json }) {
  const { properties = {}, required = [] } = schema
  const isAlways = (member: string) => (required as string[]).includes(member)
  const columns = [
    {
      heading: 'Member',
      cell: ([member]: Member) => (
        <>
          <code>{member}</code>
          {!isAlways(member) && ' (not always)'}
        </>
      ),
    },
    { heading: 'Type', cell: ([, type]: Member) => typeName(type) },
    {
      heading: 'Meaning',
      cell: ([, { description = '' }]: Member) => <Prose text={description} />,
    },
  ]
  return (
    <Table
      {...{ name, columns }}
      caption={`Members of ${name}`}
      rows={Object.entries(properties as Record<string, Json>)}
      rowKey={([member]) => member}
    />
  )
}

/** As people say it: `integer or null`, `list of Document`, `"ok"`. */
export function typeName(schema: Json): string {
  const { type, $ref, anyOf, allOf, items, enum: values, const: value, format } = schema
  if ($ref) return String($ref).split('/').at(-1) ?? ''
  if (value !== undefined) return JSON.stringify(value)
  if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' or ')
  const parts = (anyOf ?? allOf) as Json[] | undefined
  if (parts) return parts.map(typeName).join(anyOf ? ' or ' : ' and ')
  if (type === 'array') return `list of ${typeName((items ?? {}) as Json)}`
  if (format === 'date') return 'date'
  if (format === 'uri') return 'address'
  if (type === undefined) return 'anything'
  return type === 'string' ? 'text' : String(type)
}
