import { planApi } from '@dalyan/contracts/plan'
import type { FastifyInstance } from 'fastify'
import { sendPicture } from '../../../core/http/picture-reply.ts'
import { orDisplayLink, serve } from '../../../core/http/serve.ts'
import { requireFound } from '../../../core/records.ts'
import { placeTanks, type PlanNeeds, removePlanPicture, setPlanPicture } from './plan.service.ts'
import { planRepository } from './plan.sql.ts'

export function servePlan(server: FastifyInstance, needs: PlanNeeds): void {
  const plans = planRepository(needs.database)

  serve(server, planApi.get, orDisplayLink('tanks.view'), async ({ firms, user }) => {
    const found = await plans.list(firms)
    // A screen that everybody can see names nobody.
    if (user) return { plans: found }
    return {
      plans: found.map((plan) => ({ ...plan, picture: plan.picture && { ...plan.picture, uploaded_by: null } })),
    }
  })
  serve(server, planApi.picture, orDisplayLink('tanks.view'), async ({ query, firms, request, reply }) => {
    const picture = requireFound(await plans.findPicture(query.firm_id ?? null, firms))
    await sendPicture(request, reply, picture, { isPublic: false, version: query.v })
  })
  serve(server, planApi.setPicture, 'tanks.manage', ({ body, user, actor }) =>
    setPlanPicture(needs, body, { user, actor }),
  )
  serve(server, planApi.place, 'tanks.manage', ({ body, expected, user, actor }) =>
    placeTanks(needs, body, expected, { user, actor }),
  )
  serve(server, planApi.remove, 'tanks.manage', ({ query, user, actor }) =>
    removePlanPicture(needs, query.firm_id ?? null, { user, actor }),
  )
}
