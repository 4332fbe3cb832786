import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { rehearsalApi } from '@dalyan/contracts/rehearsal'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../core/http/serve.ts'
import { rangeTemplatesRepository } from './range-templates.repository.ts'
import {
  createRangeTemplate,
  getRangeTemplate,
  listVersions,
  previewRanges,
  readTemplateHistory,
  rehearseRange,
  removeRangeTemplate,
  updateRangeTemplate,
  type RangeTemplateNeeds,
} from './range-templates.service.ts'

export function serveRangeTemplates(server: FastifyInstance, needs: RangeTemplateNeeds): void {
  const guard = 'range_templates.manage'
  serve(server, rangeTemplatesApi.list, guard, ({ query }) =>
    rangeTemplatesRepository(needs.database.reads).list(query),
  )
  serve(server, rangeTemplatesApi.get, guard, ({ params }) => getRangeTemplate(needs, params.id))
  serve(server, rangeTemplatesApi.create, guard, ({ body, actor }) => createRangeTemplate(needs, body, actor))
  serve(server, rangeTemplatesApi.update, guard, ({ params, body, actor, expected }) =>
    updateRangeTemplate(needs, params.id, body, actor, expected),
  )
  serve(server, rangeTemplatesApi.preview, guard, ({ params, body }) => previewRanges(needs, params.id, body.ranges))
  serve(server, rehearsalApi.history, guard, ({ params }) => readTemplateHistory(needs, params.id))
  serve(server, rehearsalApi.rehearse, guard, ({ params, body }) => rehearseRange(needs, params.id, body))
  serve(server, rangeTemplatesApi.versions, guard, ({ params }) => listVersions(needs, params.id))
  serve(server, rangeTemplatesApi.remove, guard, ({ params, actor }) => removeRangeTemplate(needs, params.id, actor))
}
