import { type Handover, handoversApi, type Shift } from '@dalyan/contracts/handovers'
import { homeApi } from '@dalyan/contracts/home'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const operator = given.user({ role: 'operator', firm: { id: 1, code: 'EGE', name: 'Ege Mavi Su Ürünleri' } })
const FIGURES = {
  raised: 7,
  critical: 2,
  warning: 5,
  info: 0,
  low: 3,
  high: 4,
  silent: 0,
  out_seconds: 5_400,
  silent_seconds: 600,
  quality_seconds: 1_200,
  acknowledged: 6,
  ack_median_seconds: 240,
  ack_p90_seconds: 600,
  open: 1,
  shelved: 0,
  journal_entries: 3,
}
const { from, to } = given.now().day

function shift(part: Partial<Shift> = {}): Shift {
  const takers = [{ id: 2, name: 'Murat Kaya' }]
  return {
    from,
    to,
    figures: FIGURES,
    tanks: [],
    unknown_tanks: [],
    mode_spans: [],
    shelved_spans: [],
    incidents: [],
    shelved: [],
    modes: [],
    journal: [],
    takers,
    next_taker_id: null,
    ...part,
  }
}

function handover(part: Partial<Handover> = {}): Handover {
  return {
    id: 5,
    firm: null,
    from,
    to,
    figures: FIGURES,
    items: [],
    notes: [],
    note: 'B salonuna bakın.',
    by: { id: 3, name: 'Elif Demir' },
    to_user: { id: operator.id, name: operator.name },
    moves_on_call: true,
    created_at: to,
    taken_at: null,
    ...part,
  }
}

async function opened(shown: Shift, newest: Handover[] = []) {
  server.use(answers(handoversApi.shift, shown), answers(handoversApi.list, given.pageOf(newest)))
  const page = renderApp('/handover', { user: operator })
  await page.findByRole('heading', { level: 1, name: 'Vardiyayı devret' })
  return page
}

test('the page shows the figures of the shift, and says that nothing is handed over', async () => {
  server.use(answers(homeApi.home, given.home({ tanks: { total: 60 } })))
  const page = await opened(shift())
  await page.findByText('Devredilecek iş yok.')
  const items = within(page.getByRole('main')).getAllByRole('listitem')
  expect(items.slice(0, 4).map((item) => item.textContent)).toEqual([
    'Alarm72 kritik',
    'Onaylama süresi (medyan)4 dk',
    'Aralık dışı süre1 sa 30 dksessizlik 10 dk · sensör sorunu 20 dk',
    'Günlük kaydı3',
  ])
  expect(page.getByText('Bu vardiyada hiçbir tankta olay olmadı.')).toBeVisible()
})

test('a farm without tanks is not said to have had a quiet shift', async () => {
  const page = await opened(shift())
  expect(await page.findByText('Henüz izlenen etkin bir tank yok.')).toBeVisible()
})

test('lanes show how often and how long any tank was out of range or silent, and each tank on demand', async () => {
  const tank = (id: number, spans: Shift['tanks'][number]['spans']) => ({
    id,
    code: `TNK-00${id}`,
    has_reported: true,
    spans,
  })
  const page = await opened(
    shift({
      tanks: [
        tank(1, [{ from: 0, to: 600, kind: 'silent' }]),
        tank(2, [
          { from: 300, to: 1_200, kind: 'silent' },
          { from: 3_600, to: 3_660, kind: 'critical' },
        ]),
      ],
    }),
  )
  const lane = async (name: string) => (await page.findByText(name)).closest('li')
  expect(await lane('Veri yok')).toHaveTextContent('1 kez, toplam 20 dk')
  expect(await lane('Kritik')).toHaveTextContent('1 kez, toplam 1 dk')
  expect(page.queryByRole('link', { name: /^TNK-001: veri yok/ })).toBeNull()
  await page.events.click(page.getByRole('button', { name: '2 tankı göster' }))
  expect(page.getByRole('link', { name: /^TNK-001: veri yok/ })).toBeVisible()
})

test('lanes show when alarms were shelved and tanks were in a mode', async () => {
  const at = (minutes: number) => new Date(Date.parse(from) + minutes * 60_000).toISOString()
  const inHall = { id: 1, code: 'TNK-001', name: 'Levrek 1' }
  const page = await opened(
    shift({
      mode_spans: [
        { tank: inHall, name: 'cleaning', from: at(-30), until: at(15) },
        { tank: inHall, name: 'feeding', from: at(60), until: at(70) },
      ],
      shelved_spans: [{ tank: inHall, kind: 'high', metric: 'ph', from: at(30), until: at(60) }],
    }),
  )
  const lane = async (name: string) => (await page.findByText(name)).closest('li')
  expect(await lane('Bakım modu')).toHaveTextContent('2 kez, toplam 25 dk')
  expect(await lane('Ertelendi')).toHaveTextContent('1 kez, toplam 30 dk')
  expect(page.getByTitle(/^TNK-001 · Temizlik · /)).toBeVisible()
  expect(page.getByTitle(/^TNK-001 · pH yüksek · /)).toBeVisible()
})

test('of a tank that never reported it is not said that nothing happened', async () => {
  const page = await opened(shift({ unknown_tanks: [{ id: 9, code: 'TNK-009' }] }))
  expect(await page.findByText('Ölçüm gelen tankların hiçbirinde bu vardiyada olay olmadı.')).toBeVisible()
  expect(page.getByText(/^Henüz hiç ölçüm gelmeyen 1 tank var/)).toHaveTextContent('TNK-009')
})

test('what is open is listed: shelved alarms with their end, modes with the time left', async () => {
  const until = new Date(Date.now() + 22 * 60_000).toISOString()
  const mode = { name: 'cleaning' as const, until, metrics: ['ph' as const], by: null }
  const page = await opened(
    shift({
      shelved: [given.alarm({ shelved_until: until })],
      modes: [{ tank: { id: 3, code: 'TNK-003', name: 'Çipura 1' }, mode }],
    }),
  )
  const left = await page.findByRole('region', { name: 'Devredilen işler' })
  const lines = within(left).getAllByRole('listitem')
  expect(lines[0]).toHaveTextContent(/^TNK-014 pH yüksekertelendi, bitiş \d\d:\d\dAçıklama$/)
  expect(lines[1]).toHaveTextContent(/^TNK-003Temizlik: 2[12] dk kaldıAçıklama$/)
})

test('an incident of one alarm is named by the alarm, one of several by what is wrong, with its evidence', async () => {
  const incident = {
    id: 1,
    cause: null,
    severity: 'warning' as const,
    state: 'active_unack' as const,
    place: null,
    tanks: [{ id: 14, code: 'TNK-014' }],
    evidence: 'Birlikte başladılar.',
    started_at: from,
    ended_at: null,
  }
  const both = [given.alarm({ id: 2 }), given.alarm({ id: 3, metric: 'orp' })]
  const page = await opened(
    shift({
      incidents: [
        { ...incident, alarms: [given.alarm()] },
        { ...incident, id: 2, alarms: both },
      ],
    }),
  )
  const left = await page.findByRole('region', { name: 'Devredilen işler' })
  const [one, several] = within(left).getAllByRole('listitem')
  expect(one).toHaveTextContent(/^TNK-014, pH yüksek.* · 38 dkAçıklama$/)
  expect(several).toHaveTextContent(/^TNK-014 · pH yüksek, ORP yüksek2 alarm · Birlikte başladılar\.Açıklama$/)
})

test('a shift is handed over with a sentence; the duty stays until the other user takes over', async () => {
  const sent: unknown[] = []
  const page = await opened(shift())
  server.use(
    answers(handoversApi.create, ({ body }) => {
      sent.push(body)
      return handover({ to_user: { id: 2, name: 'Murat Kaya' } })
    }),
  )
  await page.events.type(await page.findByRole('textbox', { name: 'Not' }), 'TNK-014 izlensin.')
  await page.events.click(page.getByRole('button', { name: 'Devret ve bildir: Murat Kaya' }))
  expect(await page.findByText('Vardiya devredildi: Murat Kaya devralana kadar nöbet sizde.')).toBeVisible()
  expect(sent).toEqual([{ note: 'TNK-014 izlensin.', to_user_id: 2, moves_on_call: true, remarks: [] }])
  expect(page.getByRole('textbox', { name: 'Not' })).toHaveValue('')
})

test('a refused handover keeps the note and shows the reason', async () => {
  const page = await opened(shift())
  server.use(refuses(handoversApi.create, 422, 'unknown_taker'))
  await page.events.type(await page.findByRole('textbox', { name: 'Not' }), 'Sakin.')
  await page.events.click(page.getByRole('button', { name: 'Devret ve bildir: Murat Kaya' }))
  expect(await page.findByText('Bu kullanıcı vardiyayı devralamaz.')).toBeVisible()
  expect(page.getByRole('textbox', { name: 'Not' })).toHaveValue('Sakin.')
})

test('a shift that waits for this user is taken over by one press', async () => {
  const page = await opened(shift(), [handover()])
  let taken = 0
  server.use(answers(handoversApi.take, () => ((taken += 1), handover({ taken_at: to }))))
  expect(await page.findByText(/^Elif Demir vardiyayı size devretti, /)).toBeVisible()
  await page.events.click(page.getByRole('button', { name: 'Devral' }))
  expect(await page.findByText('Vardiyayı devraldınız.')).toBeVisible()
  expect(taken).toBe(1)
})

test('of several users, the one who is next on call is proposed', async () => {
  const takers = [
    { id: 2, name: 'Murat Kaya' },
    { id: 3, name: 'Zeynep Ak' },
  ]
  const page = await opened(shift({ takers, next_taker_id: 3 }))
  expect(await page.findByRole('button', { name: 'Devret ve bildir: Zeynep Ak' })).toBeEnabled()
})

test('a user with nobody to hand over to reads that', async () => {
  const page = await opened(shift({ takers: [] }))
  expect(await page.findByText('Vardiyayı devredebileceğiniz başka bir kullanıcı yok.')).toBeVisible()
  expect(page.queryByRole('button', { name: /Devret ve bildir/ })).toBeNull()
})

test('a remark on an item is handed over with it, and empty remarks are not', async () => {
  const sent: { remarks?: unknown }[] = []
  const mode = { name: 'cleaning' as const, until: new Date(Date.now() + 60_000).toISOString(), metrics: [], by: null }
  const page = await opened(
    shift({
      shelved: [given.alarm({ id: 41, shelved_until: to })],
      modes: [{ tank: { id: 3, code: 'TNK-003', name: 'Çipura 1' }, mode }],
    }),
  )
  server.use(
    answers(handoversApi.create, ({ body }) => {
      sent.push(body as object)
      return handover()
    }),
  )
  await page.events.click(await page.findByRole('button', { name: 'Açıklama: TNK-003' }))
  await page.events.type(page.getByRole('textbox', { name: 'Açıklama: TNK-003' }), 'Fırça içeride')
  await page.events.click(page.getByRole('button', { name: 'Açıklama: TNK-014 pH yüksek' }))
  await page.events.click(page.getByRole('button', { name: 'Elektrik kesildi.' }))
  expect(page.getByRole('textbox', { name: 'Not' })).toHaveValue('Elektrik kesildi.')
  await page.events.click(page.getByRole('button', { name: 'Devret ve bildir: Murat Kaya' }))
  await page.findByText(/^Vardiya devredildi/)
  expect(sent).toMatchObject([{ remarks: [{ type: 'mode', id: 3, remark: 'Fırça içeride' }] }])
})

test('an earlier handover shows its items with their remarks, and a note can be added after it was taken', async () => {
  const item = { tanks: [{ id: 14, code: 'TNK-014' }], place: null, since: null, until: null, remark: null }
  const past = handover({
    taken_at: to,
    items: [
      {
        ...item,
        type: 'incident',
        id: 9,
        severity: 'critical',
        cause: 'out_of_water',
        alarm: null,
        alarms: 3,
        mode: null,
        since: '2026-07-09T11:30:00.000Z',
        remark: 'Sonda yerine kondu.',
      },
      {
        ...item,
        type: 'shelved',
        id: 41,
        severity: 'warning',
        cause: null,
        alarm: { kind: 'silent', metric: null, terminal: 'T-0214' },
        alarms: 1,
        mode: null,
        until: '2026-07-09T13:00:00.000Z',
      },
    ],
  })
  const page = await opened(shift(), [past])
  await page.events.click(await page.findByRole('button', { name: /^Göster: Elif Demir/ }))
  const lines = within(page.getByRole('list', { name: 'Devredilen işler' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'TNK-014 3 alarm · olası neden: sonda su dışında · başlangıç 09.07.2026 14:30“Sonda yerine kondu.”',
    'TNK-014 T-0214 veri göndermiyor, bitiş 09.07.2026 16:00',
  ])
  const added: unknown[] = []
  const notes = [{ id: 1, note: 'Sigorta değişti.', by: { id: 2, name: 'Murat Kaya' }, created_at: to }]
  server.use(
    answers(handoversApi.addNote, ({ body }) => (added.push(body), { ...past, notes })),
    answers(handoversApi.list, given.pageOf([{ ...past, notes }])),
  )
  await page.events.type(page.getByRole('textbox', { name: 'Not ekle' }), ' Sigorta değişti. ')
  await page.events.click(page.getByRole('button', { name: /^Not ekle: Elif Demir/ }))
  expect(await page.findByText(/^Murat Kaya ekledi, /)).toBeVisible()
  expect(added).toEqual([{ note: 'Sigorta değişti.' }])
  expect(page.getByRole('textbox', { name: 'Not ekle' })).toHaveValue('')
})
