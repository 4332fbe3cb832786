import { journalApi } from '@dalyan/contracts/journal'
import type { FastifyInstance } from 'fastify'
import { instantAt } from '../../core/clock.ts'
import type { ExportGate } from '../../core/http/export-gate.ts'
import { serve } from '../../core/http/serve.ts'
import { journalFile } from './journal-file.ts'
import { journalSums } from './journal-sums.sql.ts'
import { journalRepository } from './journal.repository.ts'
import { sumEntries, writeEntry, type JournalNeeds } from './journal.service.ts'

export function serveJournal(server: FastifyInstance, needs: JournalNeeds & { exportGate: ExportGate }): void {
  const { database, clock, exportGate } = needs
  serve(server, journalApi.list, 'tanks.view', ({ query, user }) =>
    journalRepository(database.reads).list(query, user.firms),
  )
  serve(server, journalApi.write, 'journal.write', async ({ body, user, reply }) => {
    const { entry, isNew } = await writeEntry(needs, body, user)
    if (!isNew) void reply.code(200)
    return entry
  })
  serve(server, journalApi.last, 'tanks.view', async ({ query, user }) => ({
    data: await journalRepository(database).findLast(query.tank_id, user.firms),
  }))
  serve(server, journalApi.sums, 'tanks.view', async ({ query, user }) => ({
    data: await sumEntries(needs, query, user.firms),
  }))
  serve(server, journalApi.authors, 'tanks.view', async ({ user }) => ({
    data: await journalSums(database).findAuthors(user.firms),
  }))
  serve(server, journalApi.export, 'tanks.view', ({ query, user, request }) => {
    const { locale, format: _csv, ...filters } = query
    const wanted = { filters, firms: user.firms, now: instantAt(clock.now()) }
    return exportGate.open(request, async () => journalFile(await database.reads.chooseAddress(), wanted, locale))
  })
}
