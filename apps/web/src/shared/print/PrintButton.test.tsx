import { alarmsApi } from '@dalyan/contracts/alarms'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { tanksApi } from '@dalyan/contracts/tanks'
import { act } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answers, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a page is printed with its window of time and the time of printing, also by the command of the browser', async () => {
  server.use(
    answers(measurementsApi.list, given.pageOf([])),
    answers(alarmsApi.list, given.pageOf([])),
    answers(tanksApi.list, given.page([])),
  )
  const address = '/measurements?view=table&from=2026-07-01T00:00&to=2026-07-02T00:00'
  const page = renderApp(address, { user: given.user() })
  const button = await page.findByRole('button', { name: 'Yazdır' })
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(
    page.getByText(/^01\.07\.2026 00:00 – 02\.07\.2026 00:00 · Yazdırıldı: \d\d\.\d\d\.\d{4} \d\d:\d\d$/),
  ).toBeInTheDocument()
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(page.queryByText(/Yazdırıldı/)).toBeNull()
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  await page.events.click(button)
  expect(print).toHaveBeenCalledOnce()
})
