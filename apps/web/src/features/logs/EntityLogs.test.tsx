import { logsApi, type TankLog } from '@dalyan/contracts/logs'
import { tanksApi } from '@dalyan/contracts/tanks'
import { waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { answers, server } from '../../../tests/fake-server.ts'
import { lastSocket } from '../../../tests/fake-socket.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const entry = (id: number): TankLog => ({
  id,
  tank: { id: 14, code: 'TNK-014' },
  status: 'success',
  processor: { type: 'user', id: 1, name: 'Zeynep Aydın' },
  event: `event_${id}`,
  meta: null,
  created_at: '2026-07-09T11:30:00.000Z',
})

// The test must not wait for the page's code.
beforeAll(() => Promise.all([import('../tanks/detail/TankDetailPage.tsx'), import('./public/EntityLogs.tsx')]))

test('an operator follows the log of a tank by its own endpoint, and its filters are not in the address', async () => {
  const wishes: URLSearchParams[] = []
  let behind: TankLog[] = []
  server.use(
    answers(tanksApi.get, given.tank()),
    answers(logsApi.tank, ({ url }) => {
      wishes.push(url.searchParams)
      const data = url.searchParams.has('after_id') ? behind : [entry(1)]
      return { ...given.pageOf(data), follow_after: 1 }
    }),
  )
  const page = renderApp('/tanks/14?tab=logs', { user: given.user({ role: 'operator' }) })
  expect(await page.findByText('event_1')).toBeVisible()
  expect(page.queryByRole('columnheader', { name: 'Tank' })).toBeNull()
  expect(page.queryByRole('button', { name: 'CSV indir' })).toBeNull()
  await waitFor(() => expect(lastSocket()?.sent).toContain('subscribe tank.14'))
  expect(lastSocket()?.sent).not.toContain('subscribe tank-logs')

  behind = [entry(2)]
  expect(await page.findByText('event_2')).toBeVisible()
  expect(wishes.at(-1)?.get('after_id')).toBe('1')

  await page.events.click(page.getByRole('combobox', { name: 'Durum' }))
  await page.events.click(await page.findByRole('option', { name: 'Başarısız' }))
  await waitFor(() => expect(wishes.at(-1)?.get('status')).toBe('error'))
  expect(page.address()).toBe('/tanks/14?tab=logs')
})
