import { expect, test } from 'vitest'
import * as z from 'zod'
import { newPlatform } from '../../../test/support/test-platform.ts'
import { type ApiSchema, apiHandler, json } from './api-schema.ts'
import { idParam } from './request/parse.ts'
import { anyone, get } from './route.ts'
import { createServer } from './server.ts'

const doubled = {
  operationId: 'double',
  tags: ['Service'],
  summary: 'Twice a number',
  params: z.object({ id: idParam() }),
  querystring: z.object({ as: z.enum(['number', 'text'], 'must be number or text').optional() }),
  response: { 200: json('The number', z.object({ twice: z.int() })) },
} satisfies ApiSchema

test('one schema refuses requests, types the handler, and lets no other answer out', async () => {
  const platform = await newPlatform('sqlite')
  const handler = apiHandler(doubled, ({ params, query }, reply) => {
    const twice = 2 * params.id
    return reply.send({ twice: query.as === 'text' ? String(twice) : twice })
  })
  const server = await createServer(platform, [get('/api/:id', anyone, handler)], {
    renderError: async () => '',
    apiInfo: { title: '', description: '', tags: {} },
    onAnswered: () => {},
  })
  const call = async (url: string) => {
    const { body } = await server.inject({ url, headers: { accept: 'application/json' } })
    return JSON.parse(body)
  }
  expect(await call('/api/4')).toEqual({ twice: 8 })
  expect(await call('/api/04')).toMatchObject({ status: 404, code: 'not_found' })
  const errors = { as: ['must be number or text'] }
  expect(await call('/api/4?as=x')).toMatchObject({ status: 422, code: 'invalid', errors })
  expect(await call('/api/4?as=text')).toMatchObject({ status: 500, code: 'internal' })
  await server.close()
})
