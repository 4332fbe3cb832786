import { alarmsApi } from '@dalyan/contracts/alarms'
import { type Comparison, exploreApi } from '@dalyan/contracts/explore'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { tanksApi } from '@dalyan/contracts/tanks'
import { waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type AskedCall, answers, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const user = given.user({ role: 'operator' })
const tank = given.tank()
const other = given.tank({ id: 3, code: 'TNK-003', name: 'Çipura 1' })
const START_S = Date.parse('2026-07-01T00:00:00Z') / 1000

function comparison(changes: Partial<Comparison> = {}): Comparison {
  const hours = Array.from({ length: 48 }, (_, i) => i)
  return {
    from: '2026-07-01T00:00:00.000Z',
    to: '2026-07-03T00:00:00.000Z',
    step_seconds: 3600,
    times: hours.map((hour) => START_S + hour * 3600),
    tanks: [
      { id: 14, code: 'TNK-014', values: hours.map(() => 20), difference: hours.map((i) => (i < 2 ? null : 1.2)) },
      { id: 3, code: 'TNK-003', values: hours.map(() => 18), difference: hours.map(() => -0.8) },
    ],
    reference: {
      kind: 'place',
      name: 'A salonu',
      used: 25,
      total: 25,
      median: hours.map(() => 18.8),
      p25: hours.map(() => 18),
      p75: hours.map(() => 19),
    },
    ...changes,
  }
}

let asked: AskedCall[]
const queries = () => asked.map(({ url }) => Object.fromEntries(url.searchParams))

beforeAll(async () => {
  await Promise.all([import('../MeasurementsPage.tsx'), import('./CompareTab.tsx')])
})
beforeEach(() => {
  asked = []
  server.use(
    answers(exploreApi.compare, (call) => {
      asked.push(call)
      return comparison()
    }),
    answers(measurementsApi.list, given.pageOf([])),
    answers(alarmsApi.list, given.pageOf([])),
    answers(tanksApi.list, given.page([tank, other, given.tank({ id: 4, code: 'TNK-004', name: 'Çipura 2' })])),
    answers(tanksApi.get, ({ url }) => (url.pathname.endsWith('/3') ? other : tank)),
  )
})

test('tanks are drawn over each other with the median of their place, and each as its distance from it', async () => {
  const page = renderApp('/measurements?tank=14,3&tab=compare', { user })
  expect(
    await page.findByRole('img', { name: 'Tank Sıcaklığı (°C): TNK-014, TNK-003; A salonu medyanı.' }),
  ).toBeVisible()
  expect(
    page.getByText('Her nokta 1 sa ortalamasıdır. Medyan ve gri şerit: A salonu, 25 tankın ortası ve orta yarısı.'),
  ).toBeVisible()
  const differences = within(
    page.getByRole('heading', { name: 'A salonu medyanından fark' }).parentElement ?? document.body,
  )
  expect(differences.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual(
    ['TNK-014+1,2 °C medyandan', 'TNK-003−0,8 °C medyandan'],
  )
  expect(queries()).toHaveLength(1)
  expect(queries()[0]).toMatchObject({ tank_ids: '14,3', metric: 'tank_temperature', against: 'place' })
})

test('an operator compares two tanks over 30 days in four clicks from the menu', async () => {
  const page = renderApp('/home', { user })
  let clicks = 0
  const click = async (element: HTMLElement) => {
    clicks += 1
    await page.events.click(element)
  }
  await click(await page.findByRole('link', { name: 'Ölçümler' }))
  await click(await page.findByRole('tab', { name: 'Karşılaştır' }))
  await click(await page.findByRole('combobox', { name: 'Tank' }))
  await click(await page.findByRole('option', { name: /TNK-003/ }))
  await waitFor(() => expect(queries().at(-1)).toMatchObject({ tank_ids: '14,3' }))
  expect(clicks).toBe(4)
  const { from = '', to = '' } = queries().at(-1) ?? {}
  expect(Date.parse(to) - Date.parse(from)).toBe(30 * 86_400_000)
  expect(page.address()).toBe('/measurements?tank=14,3&tab=compare')
})

test('the list of tanks stays open while tanks are chosen', async () => {
  const page = renderApp('/measurements?tank=14&tab=compare', { user })
  await page.events.click(await page.findByRole('combobox', { name: 'Tank' }))
  await page.events.click(await page.findByRole('option', { name: /TNK-003/ }))
  expect(await page.findByRole('option', { name: /TNK-004/ })).toBeVisible()
})

test('a comparison with the firm and another metric is in the address', async () => {
  const page = renderApp('/measurements?tank=14,3&tab=compare', { user })
  await page.events.click(await page.findByRole('combobox', { name: 'Neyle' }))
  await page.events.click(await page.findByRole('option', { name: 'Firmanın medyanı' }))
  await page.events.click(page.getByRole('combobox', { name: 'Ölçüm' }))
  await page.events.click(await page.findByRole('option', { name: 'pH' }))
  await waitFor(() => expect(queries().at(-1)).toMatchObject({ against: 'firm', metric: 'ph' }))
  expect(page.address()).toContain('tab=compare&x=ph&against=firm')
})

test('a tank alone in its place has no median', async () => {
  const { reference } = comparison()
  server.use(answers(exploreApi.compare, comparison({ reference: reference && { ...reference, used: 1, total: 1 } })))
  const page = renderApp('/measurements?tank=14&tab=compare', { user })
  expect(await page.findByRole('img', { name: /^Tank Sıcaklığı/ })).toBeVisible()
  expect(page.queryByText(/medyanından fark/)).toBeNull()
})

test('the numbers can be read as a table', async () => {
  const page = renderApp('/measurements?tank=14,3&tab=compare&view=table', { user })
  const table = within(await page.findByRole('table', { name: 'Karşılaştırmanın sayıları' }))
  expect(table.getByRole('row', { name: '01.07.2026 03:00 20,0 18,0 18,8' })).toBeVisible()
})
