import { calibrationsApi } from '@dalyan/contracts/calibrations'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../core/http/serve.ts'
import { calibrationsRepository } from './calibrations.repository.ts'
import { writeCalibration, type CalibrationNeeds } from './calibrations.service.ts'

export function serveCalibrations(server: FastifyInstance, needs: CalibrationNeeds): void {
  const { database, clock } = needs
  serve(server, calibrationsApi.list, 'tanks.view', ({ query, user }) =>
    calibrationsRepository(database.reads).list(query, user.firms, clock.now()),
  )
  serve(server, calibrationsApi.write, 'journal.write', async ({ body, user, reply }) => {
    const { calibration, isNew } = await writeCalibration(needs, body, user)
    if (!isNew) void reply.code(200)
    return calibration
  })
}
