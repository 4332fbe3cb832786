import { type Plan, planApi } from '@dalyan/contracts/plan'
import { wallApi, type WallTank } from '@dalyan/contracts/wall'
import { act, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { answers, recorded, refuses, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', undefined)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  server.use(
    http.get(
      '*/api/plan/picture',
      () => new HttpResponse(new Blob(['png']), { headers: { 'content-type': 'image/png' } }),
    ),
  )
})

const admin = given.user()
const operator = given.user({ role: 'operator' })
const tank = (id: number, code: string, part: Partial<WallTank> = {}) =>
  given.wallTank({
    id,
    code,
    place: 'A salonu',
    lead: 'tank_temperature',
    values: { tank_temperature: { value: 14.3, measured_at: new Date().toISOString(), out: false } },
    last_measured_at: new Date().toISOString(),
    ...part,
  })
const silent = (id: number, code: string) =>
  tank(id, code, { state: 'silent', last_measured_at: new Date(Date.now() - 420_000).toISOString() })

function open(tanks: WallTank[], plans: Plan[], user = admin, address = '/wall?v=plan') {
  server.use(answers(wallApi.get, given.wall({ tanks })), answers(planApi.get, { plans }))
  return renderApp(address, { user })
}
type OpenedPlan = ReturnType<typeof renderApp>
const inList = async (page: OpenedPlan, name: RegExp) =>
  [...(await page.findByRole('region', { name })).querySelectorAll('[data-tank]')].map((one) =>
    one.getAttribute('data-tank'),
  )
const onPlan = async (page: OpenedPlan) =>
  [...(await page.findByRole('group', { name: 'Tesis planı' })).querySelectorAll('[data-tank]')].map((one) =>
    one.getAttribute('data-tank'),
  )

test('tanks stand where they were placed, and those without a place are listed, the worst first', async () => {
  const positions = [
    { tank_id: 1, x: 0.5, y: 0.75 },
    { tank_id: 2, x: 0.25, y: 0.1 },
  ]
  const page = open(
    [tank(1, 'L-1'), tank(2, 'L-2'), tank(3, 'L-3'), silent(4, 'L-4')],
    [given.plan({ tanks: [1, 2, 3, 4], positions })],
    operator,
  )
  const first = await page.findByRole('link', { name: /^L-1, Aralıkta, Tank Sıcaklığı 14,3/ })
  expect(first).toHaveStyle({ left: '50%', top: '75%' })
  expect(first).toHaveAttribute('href', '/tanks/1')
  // In the order of rows, which the arrow keys follow.
  expect(await onPlan(page)).toEqual(['L-2', 'L-1'])
  expect(await inList(page, /Plana konmamış tanklar \(2\)/)).toEqual(['L-4', 'L-3'])
  expect(page.queryByRole('button', { name: 'Düzenle' })).toBeNull()
  await page.events.click(first)
  await waitFor(() => expect(page.address()).toBe('/tanks/1'))
})

test('a silent place says so above its tanks, with the likely cause', async () => {
  const ids = [1, 2, 3, 4, 5]
  const positions = ids.map((tank_id) => ({ tank_id, x: tank_id / 10, y: 0.5 }))
  const page = open(
    ids.map((id) => silent(id, `L-${id}`)),
    [given.plan({ tanks: ids, positions })],
    operator,
  )
  const plan = await page.findByRole('group', { name: 'Tesis planı' })
  expect(within(plan).getByText(/^A salonu · 5\/5 sessiz · \d\d:\d\d$/)).toBeVisible()
})

test('without a plan an administrator can upload one; others read who can', async () => {
  const none = given.plan({ picture: null, positions: [{ tank_id: 1, x: 0.5, y: 0.5 }], version: 0 })
  const page = open([tank(1, 'L-1')], [none], operator)
  expect(await page.findByText('Bu tesisin planı henüz yok')).toBeVisible()
  expect(page.getByText(/bir yönetici ekleyebilir/)).toBeVisible()
  expect(page.queryByRole('button', { name: 'Plan resmi yükle' })).toBeNull()
  expect(await inList(page, /Plana konmamış tanklar \(1\)/)).toEqual(['L-1'])
  page.unmount()

  const own = open([tank(1, 'L-1')], [none])
  expect(await own.findByRole('button', { name: 'Plan resmi yükle' })).toBeVisible()
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not a picture')))
  await own.events.upload(
    own.getByLabelText('Plan resmi yükle', { selector: 'input' }),
    new File(['x'], 'x.png', { type: 'image/png' }),
  )
  expect(await own.findByRole('alert')).toHaveTextContent('Bu dosya resim olarak açılamadı.')
})

/** The page with two tanks, of which the first is placed, in edit mode. */
async function edit() {
  const plan = given.plan({ tanks: [1, 2], positions: [{ tank_id: 1, x: 0.104, y: 0.2 }], version: 7 })
  const page = open([tank(1, 'L-1'), tank(2, 'L-2')], [plan])
  await page.events.click(await page.findByRole('button', { name: 'Düzenle' }))
  return page
}

test('a tank of the list is put on the plan and moved by the arrow keys; saving sends every position', async () => {
  const page = await edit()
  const requests = recorded(planApi.place, given.plan({ tanks: [1, 2], positions: [{ tank_id: 2, x: 0.5, y: 0.5 }] }))
  await page.events.click(await page.findByRole('button', { name: 'L-2' }))
  const placed = page.getByRole('button', { name: 'L-2' })
  await waitFor(() => expect(placed).toHaveFocus())
  expect(page.getByText('Plana konmamış tank yok')).toBeVisible()
  await page.events.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowDown}{/Shift}')
  expect(page.getByText(/^L-2: soldan %\d+, üstten %\d+$/)).toBeInTheDocument()
  await page.events.click(page.getByRole('button', { name: 'Kaydet' }))
  expect(await page.findByText('Plan kaydedildi')).toBeVisible()
  expect(requests).toHaveLength(1)
  expect(requests[0]?.headers.get('if-match')).toBe('"7"')
  expect(requests[0]?.body).toEqual({
    firm_id: 1,
    positions: [
      { tank_id: 1, x: 0.104, y: 0.2 },
      { tank_id: 2, x: 0.52, y: expect.closeTo(0.501, 2) },
    ],
  })
  // What the server answered is shown, without another request.
  expect(await onPlan(page)).toEqual(['L-2'])
})

test('undo takes back one step after the other, and leaving unsaved changes asks first', async () => {
  const page = await edit()
  const undo = await page.findByRole('button', { name: 'Geri al' })
  expect(undo).toBeDisabled()
  const spot = page.getByRole('button', { name: 'L-1' })
  act(() => spot.focus())
  await page.events.keyboard('{ArrowDown}')
  expect(spot.style.top).not.toBe('20%')
  await page.events.keyboard('{Delete}')
  expect(page.getByText('Plana konmamış tanklar (2)')).toBeVisible()
  await page.events.keyboard('{Control>}z{/Control}')
  expect(page.getByText('Plana konmamış tanklar (1)')).toBeVisible()
  await page.events.click(page.getByRole('button', { name: 'Vazgeç' }))
  await page.events.click(await page.findByRole('button', { name: 'Düzenlemeye dön' }))
  await page.events.click(undo)
  expect(page.getByRole('button', { name: 'L-1' }).style.top).toBe('20%')
  await page.events.click(page.getByRole('button', { name: 'Vazgeç' }))
  expect(await page.findByRole('link', { name: /^L-1/ })).toBeVisible()
})

test('when another user has saved the plan meanwhile, the own positions stay on the screen', async () => {
  const page = await edit()
  server.use(refuses(planApi.place, 412, 'stale_edit'))
  await page.events.click(await page.findByRole('button', { name: 'L-2' }))
  await page.events.click(page.getByRole('button', { name: 'Kaydet' }))
  expect(await page.findByText('Kayıt siz düzenlerken değişti.')).toBeVisible()
  expect(page.getByText('Plana konmamış tank yok')).toBeVisible()
})

test('of several firms one plan is shown at a time; the choice says where tanks are in trouble', async () => {
  const plans = [
    given.plan({ tanks: [1], positions: [{ tank_id: 1, x: 0.5, y: 0.5 }] }),
    given.plan({ firm: { id: 2, code: 'F2', name: 'Urla' }, tanks: [2], positions: [{ tank_id: 2, x: 0.5, y: 0.5 }] }),
  ]
  const page = open([tank(1, 'L-1'), silent(2, 'U-1')], plans)
  expect(await onPlan(page)).toEqual(['L-1'])
  await page.events.click(page.getByRole('combobox', { name: 'Firma' }))
  await page.events.click(page.getByRole('option', { name: 'Urla · sorunlu tank: 1' }))
  await waitFor(async () => expect(await onPlan(page)).toEqual(['U-1']))
  expect(page.address()).toBe('/wall?v=plan&plan=2')
})

test('the display shows the plan that its address names, and the tanks in trouble that are not on it', async () => {
  const plan = given.plan({ tanks: [1, 2], positions: [{ tank_id: 1, x: 0.5, y: 0.5 }] })
  const page = open([tank(1, 'L-1'), silent(2, 'L-2')], [plan], operator, '/wall?v=display&plan=1')
  expect(await page.findByText('Planda olmayan 1 tank')).toBeVisible()
  const codes = [...page.container.querySelectorAll('[data-tank]')].map((one) => one.getAttribute('data-tank'))
  expect(codes).toEqual(['L-1', 'L-2'])
  await page.events.keyboard('{Escape}')
  await waitFor(() => expect(page.address()).toBe('/wall?v=plan&plan=1'))
})
