import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'

test.each([
  ['gzip, deflate, br', 'br'],
  ['GZIP , deflate', 'gzip'],
  ['br;q=0, gzip ; q=0.5', 'gzip'],
  ['gzip;q=0, br;q=0.000', undefined],
  ['identity', undefined],
  ['', undefined],
])('a browser that accepts %j gets the page compressed by %s', async (header, expected) => {
  const send = createPageCache({ current: async () => 1 })
  const page = { key: '/', render: async () => 'a page' }
  const server = fastify()
  server.get('/', (request: FastifyRequest, reply: FastifyReply) => send(request, reply, page))
  const reply = await server.inject({ url: '/', headers: { 'accept-encoding': header } })
  expect(reply.headers['content-encoding']).toBe(expected)
})
