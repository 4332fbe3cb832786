import { alarmsApi } from '@dalyan/contracts/alarms'
import { expect, test } from 'vitest'
import { answers, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const listed = (open: number, shelved: number) =>
  answers(alarmsApi.list, ({ url }) => {
    const n = url.searchParams.get('status') === 'shelved' ? shelved : open
    return given.pageOf(Array.from({ length: n }, (_, i) => given.alarm({ id: i + 1, incident_id: i + 1 })))
  })

test.each([
  [3, 0, '3 onay bekleyen olay', '3'],
  [3, 2, '3 onay bekleyen olay, 2 ertelendi', '3(2)'],
  [0, 2, '2 ertelendi', '2 ertelendi'],
])('%i waiting incidents and %i shelved alarms are counted on every page', async (open, shelved, name, text) => {
  server.use(listed(open, shelved))
  const page = renderApp('/change-password', { user: given.user() })
  const pill = await page.findByRole('link', { name })
  expect(pill).toHaveTextContent(text)
  expect(pill).toHaveAttribute('href', '/alarms')
})

test('the pill has the severity of alarms that are out of range now, not of returned ones', async () => {
  const waiting = [
    given.alarm({ id: 1, incident_id: 1, severity: 'warning' }),
    given.alarm({
      id: 2,
      incident_id: 2,
      severity: 'critical',
      state: 'rtn_unack',
      cleared_at: new Date().toISOString(),
    }),
  ]
  server.use(
    answers(alarmsApi.list, ({ url }) => {
      const states = url.searchParams.get('state')?.split(',') ?? []
      return given.pageOf(waiting.filter(({ state }) => states.includes(state)))
    }),
  )
  const page = renderApp('/change-password', { user: given.user() })
  const pill = await page.findByRole('link', { name: '2 onay bekleyen olay' })
  expect(pill).toHaveAttribute('data-look', 'warning_unack')
})

test('alarms of one incident count once', async () => {
  server.use(
    answers(alarmsApi.list, ({ url }) => {
      const outage = [1, 2, 3].map((id) => given.alarm({ id, kind: 'silent', incident_id: 9 }))
      return given.pageOf(url.searchParams.get('status') === 'shelved' ? [] : outage)
    }),
  )
  const page = renderApp('/change-password', { user: given.user() })
  expect(await page.findByRole('link', { name: '1 onay bekleyen olay' })).toHaveTextContent('1')
})
