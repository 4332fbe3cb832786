import { type DayPattern, exploreApi } from '@dalyan/contracts/explore'
import { alarmsApi } from '@dalyan/contracts/alarms'
import { tanksApi } from '@dalyan/contracts/tanks'
import { waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type AskedCall, answers, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const user = given.user({ role: 'customer' })
const tank = given.tank()
const QUARTERS = [...Array(96).keys()]
const HOURS = [...Array(24).keys()]

/** pH is highest at 03:00; the last day is low, and its hour from 05:00 is missing. */
function pattern(changes: Partial<DayPattern> = {}): DayPattern {
  const median = (quarter: number) => 8 + Math.cos(((quarter - 12) / 96) * 2 * Math.PI) / 5
  const column = (by: number) => QUARTERS.map((quarter) => median(quarter) + by)
  const last = QUARTERS.slice(0, 36).filter((quarter) => quarter < 20 || quarter >= 24)
  return {
    from: '2026-06-09T00:00:00.000Z',
    to: '2026-07-09T00:00:00.000Z',
    days: 30,
    band: {
      quarters: QUARTERS,
      n: QUARTERS.map(() => 30),
      p10: column(-0.2),
      p25: column(-0.1),
      p50: column(0),
      p75: column(0.1),
      p90: column(0.2),
    },
    recent: [
      { date: '2026-07-09', quarters: last, values: last.map((quarter) => median(quarter) - 0.3) },
      { date: '2026-07-08', quarters: QUARTERS, values: column(0.05) },
    ],
    heat: {
      step_days: 1,
      rows: [
        { date: '2026-07-08', hours: HOURS, values: HOURS.map((hour) => (hour === 5 ? null : 8 + hour / 100)) },
        { date: '2026-07-09', hours: HOURS, values: HOURS.map(() => null) },
      ],
    },
    ...changes,
  }
}

let asked: AskedCall[]

beforeAll(async () => {
  await Promise.all([import('../MeasurementsPage.tsx'), import('./PatternTab.tsx')])
})
beforeEach(() => {
  asked = []
  server.use(
    answers(exploreApi.dayPattern, (call) => {
      asked.push(call)
      return pattern()
    }),
    answers(alarmsApi.list, given.pageOf([])),
    answers(tanksApi.list, given.page([tank])),
    answers(tanksApi.get, tank),
  )
})

test('the pattern of a day says when the median is highest and whether the newest value is usual', async () => {
  const page = renderApp('/measurements?tank=14&tab=pattern&x=ph', { user })
  const chart = await page.findByRole('img', { name: /^pH, TNK-014: günün saatlerine göre 30 günün dağılımı\./ })
  expect(chart).toHaveAttribute('data-chart', 'pattern')
  expect(
    page.getByText(
      'Medyan 03:00 dolayında en yüksek (8,20), 15:00 dolayında en düşük (7,80). 09.07.2026 08:45: 7,71, olağandan düşük.',
    ),
  ).toBeVisible()
  expect(asked).toHaveLength(1)
  expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toMatchObject({
    tank_id: '14',
    metric: 'ph',
    time_zone: 'Europe/Istanbul',
  })
  await page.events.click(page.getByRole('button', { name: '08.07.2026' }))
  expect(page.getByText(/08\.07\.2026 23:45: .*, olağan\.$/)).toBeVisible()
})

test('keys move over the quarters and over the cells of the heat map, and both are announced', async () => {
  const page = renderApp('/measurements?tank=14&tab=pattern&x=ph', { user })
  const chart = await page.findByRole('img', { name: /dağılımı/ })
  chart.focus()
  await page.events.keyboard('{Home}')
  expect(page.getAllByText(/^00:00: medyan 8,14, yarısı 8,04 – 8,24 arasında/).length).toBeGreaterThan(0)
  const heat = page.getByRole('img', { name: 'pH, saat saat: 2 satır, 8,00 ile 8,23 arasında.' })
  heat.focus()
  await page.events.keyboard('{Home}{ArrowRight}')
  expect(page.getAllByText('08.07 01:00: 8,01').length).toBeGreaterThan(0)
  await page.events.keyboard('{ArrowDown}')
  expect(page.getAllByText('09.07 01:00: değer yok').length).toBeGreaterThan(0)
})

test('a missing hour interrupts the line of a day', async () => {
  const page = renderApp('/measurements?tank=14&tab=pattern&x=ph', { user })
  const chart = await page.findByRole('img', { name: /dağılımı/ })
  const lines = [...chart.querySelectorAll('path[stroke-width="2.5"]')].map((path) => path.getAttribute('d') ?? '')
  expect(lines.map((d) => d.split('M').length - 1)).toEqual([2])
})

test('the numbers can be read as a table', async () => {
  const page = renderApp('/measurements?tank=14&tab=pattern&x=ph&view=table', { user })
  const table = within(await page.findByRole('table', { name: 'Gün deseninin sayıları' }))
  expect(table.getByRole('row', { name: '00:00 7,94 8,04 8,14 8,24 8,34 7,84' })).toBeVisible()
})

test('few days and no values at all are said', async () => {
  server.use(answers(exploreApi.dayPattern, pattern({ days: 3 })))
  const few = renderApp('/measurements?tank=14&tab=pattern&x=ph', { user })
  expect(await few.findByText(/^Yalnızca 3 günlük veri var; desen en az 7 günle güvenilir olur\./)).toBeVisible()
  few.unmount()
  server.use(answers(exploreApi.dayPattern, pattern({ days: 0 })))
  const none = renderApp('/measurements?tank=14&tab=pattern', { user })
  expect(await none.findByText('Bu aralıkta değer yok')).toBeVisible()
  await waitFor(() => expect(none.queryByRole('img', { name: /dağılımı/ })).toBeNull())
})
