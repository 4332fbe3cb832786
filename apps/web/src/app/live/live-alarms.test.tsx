import { alarmsApi } from '@dalyan/contracts/alarms'
import { homeApi } from '@dalyan/contracts/home'
import { incidentsApi } from '@dalyan/contracts/incidents'
import { tanksApi } from '@dalyan/contracts/tanks'
import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, server } from '../../../tests/fake-server.ts'
import { lastSocket } from '../../../tests/fake-socket.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const alarm = given.alarm()
const receive = (change: Partial<typeof alarm>) => lastSocket()?.say('alarms', 'alarm', { ...alarm, ...change })
/** Longer than the page gathers messages before it refetches. */
const wait = () => act(() => vi.advanceTimersByTimeAsync(3_000))

/** The alarms page with one open incident, or none. @returns the statuses of the list requests since the page became quiet */
async function openAlarms(listed = [alarm]) {
  const asked: string[] = []
  server.use(
    answers(alarmsApi.list, ({ url }) => {
      const status = url.searchParams.get('status') ?? 'open'
      asked.push(status)
      return given.pageOf(status === 'open' ? listed : [])
    }),
    answers(incidentsApi.list, () => {
      asked.push('open')
      return given.pageOf(listed.map((one) => given.incident([one])))
    }),
    answers(tanksApi.list, given.page([])),
  )
  const page = renderApp('/alarms', { user: given.user({ role: 'operator' }) })
  await page.findByRole('heading', { name: 'Alarmlar' })
  await waitFor(() => expect(asked.length).toBeGreaterThan(2))
  await page.quiet()
  await wait()
  await page.quiet()
  asked.length = 0
  return { page, asked }
}

test('readings of a tank that stays out of range show their values without a request', async () => {
  const { page, asked } = await openAlarms()
  expect(page.getByRole('article')).toHaveTextContent('8,59')
  for (const value of [8.62, 8.64, 8.71]) {
    act(() => receive({ value, peak: value, last_at: new Date().toISOString() }))
    await wait()
  }
  expect(page.getByRole('article')).toHaveTextContent('8,71')
  expect(asked).toEqual([])
})

test('an alarm that is in no list on the page is fetched once, however many readings it has', async () => {
  const { asked } = await openAlarms([])
  act(() => receive({ id: 99 }))
  await wait()
  const once = asked.length
  expect(once).toBeGreaterThan(0)
  for (const value of [8.62, 8.64]) {
    act(() => receive({ id: 99, value }))
    await wait()
  }
  expect(asked).toHaveLength(once)
})

test.each([
  ['state', { state: 'rtn_unack' }],
  ['severity', { severity: 'warning' }],
  ['shelf', { shelved_until: new Date(Date.now() + 3_600_000).toISOString() }],
] as const)('an alarm whose %s changes is fetched again', async (_what, change) => {
  const { asked } = await openAlarms()
  act(() => receive(change))
  await wait()
  expect(asked).toContain('open')
})

test('the incidents on the home page show the newest value without a request', async () => {
  const tanks = { total: 1, out_of_range: 1 }
  const homes = vi.fn(() => given.home({ alarms: { open: 1, unacknowledged: 1, worst: [alarm] }, tanks }))
  const shown = [given.incident([alarm])]
  server.use(
    answers(homeApi.home, homes),
    answers(homeApi.now, given.now({ incidents: given.nowIncidents({ active: 1, shown }) })),
    answers(alarmsApi.list, given.pageOf([alarm])),
  )
  const page = renderApp('/home', { user: given.user({ role: 'operator' }) })
  await page.findByRole('article', { name: /pH yüksek 8,59/ })
  // Until what the subscription may have missed is fetched.
  await wait()
  await page.quiet()
  homes.mockClear()
  act(() => receive({ value: 8.77 }))
  await page.findByRole('article', { name: /pH yüksek 8,77/ })
  await wait()
  expect(homes).not.toHaveBeenCalled()
})
