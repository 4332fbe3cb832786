import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { VERSION } from '../version.ts'

/** Allows this server only. The library's own policy makes browsers request HTTPS, which a server in a local network may not offer. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** Serves `/api/openapi.json`, generated from the contract, and `/docs`, which shows it. Register it before the routes. */
export async function describeApi(server: FastifyInstance): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Dalyan', version: VERSION, description: 'Watches aquaculture tanks.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      'openapiObject' in document ? withCommaLists(document.openapiObject as Described) : document.swaggerObject,
  })
  await server.register(swaggerUi, { routePrefix: '/docs', staticCSP: POLICY })
  server.get('/api/openapi.json', { schema: { hide: true } }, () => server.swagger())
}

/** Describes list parameters as comma-separated instead of repeated. */
function withCommaLists(document: Described): Described {
  for (const methods of Object.values(document.paths ?? {}))
    for (const { parameters = [] } of Object.values(methods))
      for (const parameter of parameters) if (parameter.schema?.type === 'array') parameter.explode = false
  return document
}

interface Described {
  paths?: Record<string, Record<string, { parameters?: { schema?: { type?: unknown }; explode?: boolean }[] }>>
}
