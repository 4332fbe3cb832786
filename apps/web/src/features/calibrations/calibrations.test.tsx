import { type Calibration, type CalibrationInput, calibrationsApi } from '@dalyan/contracts/calibrations'
import { type Tank, tanksApi } from '@dalyan/contracts/tanks'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

beforeAll(() =>
  Promise.all([
    import('../tanks/detail/TankDetailPage.tsx'),
    import('./public/CalibrationList.tsx'),
    import('./public/DueCalibrations.tsx'),
    import('../home/NowPanel.tsx'),
  ]),
)

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** A good calibration of two buffers, 33 days ago, whose reminder was three days ago. */
function calibrationOf(part: Partial<Calibration> = {}): Calibration {
  return {
    id: crypto.randomUUID(),
    tank: { id: 14, code: 'TNK-014', name: 'Levrek larva 2' },
    iot: { id: 214, code: 'T-0214' },
    metric: 'ph',
    at: inDays(-33),
    points: [
      { expected: 7, before: 7.06, after: 7 },
      { expected: 4.01, before: 4.05, after: 4.01 },
    ],
    slope: 1.007,
    offset: 0.05,
    verdict: 'good',
    lot: 'L-77',
    note: 'Prob temizlendi',
    due_at: inDays(-3),
    is_latest: true,
    created_by: { id: 3, name: 'Elif Demir' },
    created_at: inDays(-33),
    ...part,
  }
}

interface OpenedTank {
  tank?: Tank
  role?: 'operator' | 'customer'
}

function open({ tank = given.tank(), role = 'operator' }: OpenedTank = {}) {
  server.use(answers(tanksApi.get, tank))
  return renderApp('/tanks/14?tab=terminals', { user: given.user({ role }) })
}

async function openDialog(events: ReturnType<typeof open>['events']) {
  await events.click(await screen.findByRole('button', { name: 'Kalibrasyon ekle' }))
  return within(await screen.findByRole('dialog', { name: 'TNK-014: kalibrasyon ekle' }))
}
type Dialog = Awaited<ReturnType<typeof openDialog>>

const fieldOf = (dialog: Dialog, number: number, name: RegExp) =>
  within(dialog.getByRole('group', { name: `${number}. nokta` })).getByRole('textbox', { name })

async function typeTwoBuffers(events: ReturnType<typeof open>['events'], dialog: Dialog) {
  for (const [number, expected, before] of [
    [1, '7,00', '7,06'],
    [2, '4,01', '4,65'],
  ] as const) {
    await events.type(fieldOf(dialog, number, /^Tampon değeri/), expected)
    await events.type(fieldOf(dialog, number, /^Okunan/), before)
  }
}

test('a calibration of two buffers shows its slope and verdict before it is saved, and is sent again with the same id when its answer is lost', async () => {
  const { events } = open()
  const dialog = await openDialog(events)
  expect(dialog.getByRole('status')).toBeEmptyDOMElement()
  await typeTwoBuffers(events, dialog)
  const result = dialog.getByRole('status')
  expect(result).toHaveTextContent('Prob değişmeli')
  expect(result).toHaveTextContent('Eğim %80,6 · Sapma +0,35')
  await events.clear(fieldOf(dialog, 2, /^Okunan/))
  await events.type(fieldOf(dialog, 2, /^Okunan/), '4,05')
  expect(result).toHaveTextContent('İyi')
  expect(result).toHaveTextContent('Eğim %100,7 · Sapma +0,05')
  await events.type(fieldOf(dialog, 1, /^Ayardan sonra/), '7')

  const lost: string[] = []
  server.use(
    http.post('*/api/calibrations', async ({ request }) => {
      lost.push(((await request.json()) as CalibrationInput).id)
      return HttpResponse.error()
    }),
  )
  await events.click(dialog.getByRole('button', { name: 'Kaydet' }))
  await waitFor(() => expect(lost).toHaveLength(1))
  await dialog.findByText('Kalibrasyon kaydedilemedi')
  const asked = recorded(calibrationsApi.write, calibrationOf())
  await events.click(dialog.getByRole('button', { name: 'Kaydet' }))
  expect(await screen.findByText('Kalibrasyon kaydedildi')).toBeVisible()
  expect(asked.map(({ body }) => body)).toMatchObject([
    {
      id: lost[0],
      tank_id: 14,
      iot_id: 214,
      metric: 'ph',
      points: [
        { expected: 7, before: 7.06, after: 7 },
        { expected: 4.01, before: 4.05, after: null },
      ],
      lot: null,
      note: null,
      next_in_days: 30,
    },
  ])
})

test('missing and wrong numbers of a calibration are shown at their fields and not sent; so is what the server refuses', async () => {
  const asked = recorded(calibrationsApi.write, calibrationOf())
  const { events } = open()
  const dialog = await openDialog(events)
  await events.type(fieldOf(dialog, 1, /^Tampon değeri/), '7,0,0')
  await events.clear(dialog.getByRole('textbox', { name: /^Kaç gün sonra/ }))
  await events.type(dialog.getByRole('textbox', { name: /^Kaç gün sonra/ }), '0')
  await events.click(dialog.getByRole('button', { name: 'Kaydet' }))
  await waitFor(() => expect(fieldOf(dialog, 1, /^Tampon değeri/)).toHaveAccessibleDescription('Bir sayı girin'))
  expect(fieldOf(dialog, 1, /^Okunan/)).toHaveAccessibleDescription('Okunan gerekli')
  expect(fieldOf(dialog, 2, /^Tampon değeri/)).toHaveAccessibleDescription('Tampon değeri gerekli')
  expect(dialog.getByRole('textbox', { name: /^Kaç gün sonra/ })).toHaveAccessibleDescription(
    '1 veya daha büyük bir değer girin',
  )
  expect(asked).toEqual([])

  await events.clear(fieldOf(dialog, 1, /^Tampon değeri/))
  await events.clear(dialog.getByRole('textbox', { name: /^Kaç gün sonra/ }))
  await typeTwoBuffers(events, dialog)
  const problem = 'Zaman gelecekte olamaz.'
  server.use(refuses(calibrationsApi.write, 422, 'invalid', { at: [problem], 'points.1.before': ['Çok büyük.'] }))
  await events.click(dialog.getByRole('button', { name: 'Kaydet' }))
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: /^Yapıldığı zaman/ })).toHaveAccessibleDescription(problem),
  )
  expect(fieldOf(dialog, 2, /^Okunan/)).toHaveAccessibleDescription('Çok büyük.')
})

test('the calibrations of a tank show their result, their points, and only of the newest that the next one is late', async () => {
  const older = calibrationOf({
    is_latest: false,
    verdict: 'drifted',
    slope: null,
    points: [{ expected: 7, before: 7.3, after: null }],
  })
  server.use(answers(calibrationsApi.list, given.pageOf([calibrationOf(), older])))
  open()
  const section = within(await screen.findByRole('region', { name: 'Kalibrasyonlar' }))
  await section.findAllByText('T-0214')
  const [first, second] = section.getAllByRole('listitem')
  for (const text of ['pH · T-0214', 'İyi', 'Eğim %100,7 · Sapma +0,05 · Lot L-77', 'Elif Demir', 'Prob temizlendi'])
    expect(first).toHaveTextContent(text)
  expect(first).toHaveTextContent('Tampon → okunan → ayardan sonra: 7,00 → 7,06 → 7,00; 4,01 → 4,05 → 4,01')
  expect(first).toHaveTextContent('3 gün gecikti')
  expect(second).toHaveTextContent('Kaymış')
  expect(second).toHaveTextContent('Tampon → okunan: 7,00 → 7,30')
  expect(second).not.toHaveTextContent('Eğim')
  expect(second).not.toHaveTextContent('gecikti')
})

test.each<[string, OpenedTank]>([
  ['a user without the right', { role: 'customer' }],
  ['an operator of a tank without a terminal', { tank: given.tank({ iots: [] }) }],
  ['an operator of a deleted tank', { tank: given.tank({ status: 'deleted' }) }],
])('%s reads the calibrations and finds no button that adds one', async (_, opened) => {
  open(opened)
  expect(await screen.findByText('Henüz kalibrasyon yok')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Kalibrasyon ekle' })).toBeNull()
})

test('the home page names the probes that have to be calibrated, with a link to the terminals of their tank, and how many more there are', async () => {
  const due = [calibrationOf(), calibrationOf({ metric: 'orp', due_at: inDays(2) })]
  const asked = recorded(calibrationsApi.list, { ...given.pageOf(due), total: 9 })
  renderApp('/home', { user: given.user({ role: 'operator' }) })
  const section = within(await screen.findByRole('region', { name: 'Kalibrasyonu gelen problar' }))
  const [late, soon] = section.getAllByRole('listitem')
  expect(late).toHaveTextContent('TNK-014 T-0214 · pH3 gün gecikti')
  expect(soon).toHaveTextContent('ORP2 gün içinde')
  expect(section.getAllByRole('link')[0]).toHaveAttribute('href', '/tanks/14?tab=terminals')
  expect(section.getByText('ve 7 tane daha')).toBeVisible()
  expect(asked[0]?.url.searchParams.get('due')).toBe('1')
})

test('the home page shows no calibrations when no probe is due, or when they cannot be loaded', async () => {
  const asked = recorded(calibrationsApi.list, given.pageOf([]))
  const { unmount, quiet } = renderApp('/home', { user: given.user({ role: 'operator' }) })
  await waitFor(() => expect(asked).toHaveLength(1))
  await quiet()
  expect(screen.queryByText('Kalibrasyonu gelen problar')).toBeNull()
  unmount()
  server.use(refuses(calibrationsApi.list, 403, 'forbidden'))
  const { quiet: again } = renderApp('/home', { user: given.user({ role: 'operator' }) })
  await again()
  expect(screen.queryByText('Kalibrasyonu gelen problar')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
