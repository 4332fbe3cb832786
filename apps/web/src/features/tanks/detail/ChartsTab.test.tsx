import { journalApi, type JournalEntry } from '@dalyan/contracts/journal'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { tanksApi } from '@dalyan/contracts/tanks'
import { waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { answers, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'
import { setWidth } from '../../../../tests/set-width.ts'

// Their first import takes longer on a busy machine than a test waits for an element.
beforeAll(() => Promise.all([import('./TankDetailPage.tsx'), import('./ChartsTab.tsx')]))
afterEach(() => vi.restoreAllMocks())

test('every user who sees a tank can export the readings of its charts', async () => {
  const wanted: URLSearchParams[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:made')
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  const times = [Math.floor(Date.now() / 1000) - 60]
  server.use(
    answers(tanksApi.get, given.tank()),
    answers(measurementsApi.tankSeries, {
      from: new Date().toISOString(),
      to: new Date().toISOString(),
      bucket_seconds: 0,
      times,
      metrics: { ph: { min: [8], avg: [8], max: [8] } },
    }),
    http.get('*/api/measurements/export', ({ request }) => {
      wanted.push(new URL(request.url).searchParams)
      return new HttpResponse('Zaman;pH', { headers: { 'content-disposition': 'attachment; filename="m.csv"' } })
    }),
  )
  const page = renderApp('/tanks/14?tab=charts&from=2026-07-09T14:30&to=2026-07-10T14:30', {
    user: given.user({ role: 'customer' }),
  })
  await page.events.click(await page.findByRole('button', { name: 'CSV indir' }))
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  expect(Object.fromEntries(wanted[0] ?? [])).toMatchObject({
    filter_tank_id: '14',
    format: 'csv',
    locale: 'tr',
    from: '2026-07-09T11:30:00.000Z',
    to: '2026-07-10T11:30:00.000Z',
  })
})

test.each([
  ['stands beside the charts', [given.journalEntry({ note: 'Su bulanık' })]],
  ['is left out while it is empty, so that the charts have the width', []],
])('on a wide screen the journal %s', async (_what, entries) => {
  setWidth(1440)
  const answered = vi.fn(() => given.pageOf<JournalEntry>(entries))
  server.use(answers(tanksApi.get, given.tank()), answers(journalApi.list, answered))
  const page = renderApp('/tanks/14?tab=charts', { user: given.user({ role: 'operator' }) })
  // One is for the marks in the charts.
  await waitFor(() => expect(answered).toHaveBeenCalledTimes(2))
  const panel = () => page.queryByRole('region', { name: 'Günlük' })
  if (entries.length > 0) expect(await page.findByText('Su bulanık')).toBeVisible()
  else await waitFor(() => expect(panel()).toBeNull())
  expect(panel() !== null).toBe(entries.length > 0)
})
