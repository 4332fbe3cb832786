import { measurementsApi } from '@dalyan/contracts/measurements'
import { systemApi } from '@dalyan/contracts/system'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { createLogger } from '../log.ts'
import { createHttpServer } from './http-server.ts'
import { describeApi } from './openapi.ts'
import { serve } from './serve.ts'

let server: FastifyInstance
beforeAll(async () => {
  server = await createHttpServer({ log: createLogger('silent'), apiRate: 0, authenticate: async () => null })
  await describeApi(server)
  serve(server, systemApi.healthz, 'public', () => ({ status: 'ok' as const }))
  serve(server, measurementsApi.tankSeries, 'measurements.view', () => {
    throw new AppError(404, 'not_found')
  })
  await server.ready()
})
afterAll(() => server.close())

test('the description lists every served call with its parameters and who may call it', async () => {
  const { openapi, paths } = (await server.inject('/api/openapi.json')).json()
  expect(openapi).toBe('3.1.0')
  expect(Object.keys(paths)).toEqual(['/healthz', '/api/tanks/{id}/series'])
  const { get } = paths['/api/tanks/{id}/series']
  expect(get.parameters.map(({ name }: { name: string }) => name)).toEqual([
    'metrics',
    'from',
    'to',
    'points',
    'iot_id',
    'id',
  ])
  expect(get.security).toEqual([{ bearer: [] }])
})

test('list parameters are separated by commas, and refusals have their shape', async () => {
  const { get } = (await server.inject('/api/openapi.json')).json().paths['/api/tanks/{id}/series']
  expect(get.parameters[0]).toMatchObject({ name: 'metrics', explode: false, schema: { type: 'array' } })
  expect(get.parameters[1]).not.toHaveProperty('explode')
  const refusal = get.responses['4XX'].content['application/json'].schema
  expect(refusal).toMatchObject({ required: ['message', 'code'], properties: { errors: { type: 'object' } } })
})

test('the description page loads from this server only, over plain HTTP too', async () => {
  const page = await server.inject('/docs/')
  expect(page).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/https?:|upgrade-insecure-requests|validator/)
})
