import { wallApi } from '@dalyan/contracts/wall'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../core/http/language.ts'
import { JsonText, orDisplayLink, serve } from '../../core/http/serve.ts'
import type { WallAnswers } from './wall-answers.ts'

export function serveWall(server: FastifyInstance, wall: WallAnswers): void {
  serve(server, wallApi.get, orDisplayLink('tanks.view'), async ({ query, firms, request, reply }) => {
    const { body, tag } = await wall.read(firms, languageOf(request.headers), query.tank_ids)
    void reply.header('etag', tag)
    if (request.headers['if-none-match']?.includes(tag)) await reply.code(304).send()
    return new JsonText(body)
  })
}
