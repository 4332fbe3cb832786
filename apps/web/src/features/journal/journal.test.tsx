import { journalApi, type JournalEntry, type JournalInput } from '@dalyan/contracts/journal'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { tankModesApi } from '@dalyan/contracts/tank-modes'
import { tanksApi } from '@dalyan/contracts/tanks'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

beforeAll(() =>
  Promise.all([
    import('../tanks/detail/TankDetailPage.tsx'),
    import('../tanks/detail/side/SideView.tsx'),
    import('./public/JournalAdd.tsx'),
    import('../handovers/HandoverPage.tsx'),
    import('./public/JournalTab.tsx'),
    import('./public/QueuedEntries.tsx'),
    import('../../shared/ui/Confirmation.tsx'),
  ]),
)
beforeEach(() => localStorage.clear())

const entryOf = given.journalEntry

const storing = (stored: JournalInput[]) =>
  answers(journalApi.write, ({ body }) => {
    const entry = body as JournalInput
    stored.push(entry)
    const { tank_id: _, ...rest } = entry
    return entryOf(rest as Partial<JournalEntry>)
  })

function open(search = '', entries: readonly JournalEntry[] = [], role: 'operator' | 'customer' = 'operator') {
  const stored: JournalInput[] = []
  const modes: unknown[] = []
  const asked: URL[] = []
  server.use(
    answers(tanksApi.get, given.tank()),
    answers(measurementsApi.tankSeries, { from: '', to: '', bucket_seconds: 0, times: [], metrics: {} }),
    answers(journalApi.list, ({ url }) => (asked.push(url), given.pageOf([...entries]))),
    answers(journalApi.last, { data: [...entries] }),
    answers(journalApi.sums, { data: [] }),
    storing(stored),
    answers(tankModesApi.start, ({ body }) => {
      modes.push(body)
      return { name: 'cleaning' as const, metrics: [], by: null, until: new Date(Date.now() + 1_800_000).toISOString() }
    }),
    answers(tankModesApi.end, () => void modes.push('end')),
  )
  return { ...renderApp(`/tanks/14${search}`, { user: given.user({ role }) }), stored, modes, asked }
}

const plus = () => screen.findByRole('button', { name: 'Günlüğe ekle' })
const sheet = async () => within(await screen.findByRole('dialog', { name: 'TNK-014 · günlüğe ekle' }))

/** Expects an instant between two others, in Unix milliseconds, however long the test took; the server's clock is known to a second. */
function expectBetween(at: string | undefined, from: number, to: number): void {
  expect(Date.parse(at ?? '')).toBeGreaterThanOrEqual(from - 1_000)
  expect(Date.parse(at ?? '')).toBeLessThanOrEqual(to + 1_000)
}

test('two touches on the page of a tank store an entry with the time now and the last amount', async () => {
  const { events, stored } = open('', [entryOf({})])
  await events.click(await plus())
  const feeding = await (await sheet()).findByRole('button', { name: /Yemleme\s*son: 400\sg/ })
  const began = Date.now()
  await events.click(feeding)
  expect(await screen.findByText(/^Yemleme kaydedildi, \d\d:\d\d$/)).toBeVisible()
  expect(stored).toMatchObject([{ tank_id: 14, kind: 'feeding', amount: 400, unit: 'g' }])
  expectBetween(stored[0]?.at, began, Date.now())
})

test('Esc closes the sheet without an entry, and the focus returns to its button', async () => {
  const { events, stored } = open()
  const button = await plus()
  await events.click(button)
  await sheet()
  await events.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(button).toHaveFocus())
  expect(stored).toEqual([])
})

test('cleaning starts its mode with the same touch, and undoing withdraws the entry and ends the mode', async () => {
  const { events, stored, modes } = open()
  await events.click(await plus())
  await events.click(await (await sheet()).findByRole('button', { name: /Temizlik\s*30 dk bakım/ }))
  await screen.findByText(/^Temizlik kaydedildi/)
  expect(modes).toEqual([
    {
      name: 'cleaning',
      minutes: 30,
      metrics: ['ph', 'salinity', 'orp', 'conductivity', 'dissolved_oxygen', 'oxygen_saturation'],
    },
  ])
  await events.click(screen.getByRole('button', { name: 'Geri al' }))
  expect(await screen.findByText('Temizlik geri alındı')).toBeVisible()
  expect(stored).toMatchObject([{ kind: 'cleaning' }, { kind: 'cleaning', corrects: stored[0]?.id, withdrawn: true }])
  expect(modes.at(-1)).toBe('end')
})

test('work of some time ago starts no mode, nor does any when the user switched that off', async () => {
  const { events, stored, modes } = open()
  await events.click(await plus())
  await events.click((await sheet()).getByRole('button', { name: /^Şimdi/ }))
  await events.click(await screen.findByRole('menuitem', { name: /^15 dk önce/ }))
  const began = Date.now()
  await events.click((await sheet()).getByRole('button', { name: 'Temizlik' }))
  await screen.findByText(/^Temizlik kaydedildi/)
  expectBetween(stored[0]?.at, began - 15 * 60_000, Date.now() - 15 * 60_000)
  await events.click(await plus())
  await events.click((await sheet()).getByRole('switch', { name: 'Bakım modunu da başlat' }))
  await events.click((await sheet()).getByRole('button', { name: 'Temizlik' }))
  await waitFor(() => expect(stored).toHaveLength(2))
  expect(modes).toEqual([])
})

test('mortality asks for its number, and a note for its text', async () => {
  const { events, stored } = open()
  await events.click(await plus())
  await events.click((await sheet()).getByRole('button', { name: 'Ölüm' }))
  const more = (await sheet()).getByRole('button', { name: 'Bir artır' })
  await events.click(more)
  await events.click(more)
  await events.click((await sheet()).getByRole('button', { name: 'Kaydet' }))
  await waitFor(() => expect(stored).toMatchObject([{ kind: 'mortality', amount: 3, unit: 'adet' }]))
  await events.click(await plus())
  await events.click((await sheet()).getByRole('button', { name: 'Not' }))
  expect((await sheet()).getByRole('button', { name: 'Kaydet' })).toBeDisabled()
  await events.type((await sheet()).getByRole('textbox', { name: 'Not' }), 'Pompa 2 sesli')
  await events.click((await sheet()).getByRole('button', { name: 'Kaydet' }))
  await waitFor(() => expect(stored[1]).toMatchObject({ kind: 'note', note: 'Pompa 2 sesli', amount: null }))
})

test('the details of an entry that was just written are saved as a correction of it', async () => {
  const { events, stored } = open()
  await events.click(await plus())
  await events.click((await sheet()).getByRole('button', { name: 'Yemleme' }))
  await events.click(await screen.findByRole('button', { name: 'Ayrıntı' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Yemleme: ayrıntı' }))
  await events.type(dialog.getByRole('textbox', { name: 'Miktar' }), '2,5')
  await events.type(dialog.getByRole('textbox', { name: 'Birim' }), 'kg')
  await events.click(dialog.getByRole('button', { name: 'Kaydet' }))
  expect(await screen.findByText('Yemleme düzeltildi')).toBeVisible()
  expect(stored[1]).toMatchObject({ corrects: stored[0]?.id, at: stored[0]?.at, amount: 2.5, unit: 'kg' })
})

test('an entry written without a network waits in the browser and arrives once when the network is back', async () => {
  const { events, stored, modes } = open()
  await plus()
  act(() => void window.dispatchEvent(new Event('offline')))
  server.use(http.post('*/api/journal', () => HttpResponse.error()))
  await events.click(await plus())
  await events.click((await sheet()).getByRole('button', { name: /Temizlik/ }))
  expect(await screen.findByText(/^Temizlik, \d\d:\d\d: bağlantı gelince gönderilecek$/)).toBeVisible()
  expect(await screen.findByText('Bağlantı gelince gönderilecek (1)')).toBeVisible()
  expect(stored).toEqual([])
  expect(modes).toEqual([])
  server.use(storing(stored))
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText('Bağlantı gelince gönderilecek (1)')).toBeNull())
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(localStorage.getItem('journal-queue')).toBeNull())
  expect(stored).toMatchObject([{ kind: 'cleaning', tank_id: 14 }])
})

test('an entry whose answer was lost is sent again with the same id', async () => {
  const ids: string[] = []
  const { events, stored } = open()
  server.use(
    http.post('*/api/journal', async ({ request }) => {
      ids.push(((await request.json()) as JournalInput).id)
      return HttpResponse.error()
    }),
  )
  await events.click(await plus())
  await events.click((await sheet()).getByRole('button', { name: 'Yemleme' }))
  await events.click(await screen.findByRole('button', { name: 'Şimdi gönder' }))
  await waitFor(() => expect(ids).toHaveLength(2))
  expect(new Set(ids).size).toBe(1)
  server.use(storing(stored))
  await events.click(await screen.findByRole('button', { name: 'Şimdi gönder' }))
  await waitFor(() => expect(stored.map(({ id }) => id)).toEqual(ids.slice(0, 1)))
})

test('an entry that the server refuses is shown with the reason until it is dropped', async () => {
  const { events } = open()
  server.use(refuses(journalApi.write, 409, 'record_deleted'))
  await events.click(await plus())
  await events.click((await sheet()).getByRole('button', { name: 'Yemleme' }))
  expect(await screen.findByText('Yemleme kaydedilemedi')).toBeVisible()
  const refused = await screen.findByText(/^TNK-014: Yemleme, \d\d:\d\d kaydedilemedi\. /)
  expect(refused).toBeVisible()
  await events.click(screen.getByRole('button', { name: /^Kaldır: Yemleme/ }))
  expect(refused).not.toBeInTheDocument()
  expect(localStorage.getItem('journal-queue')).toBeNull()
})

test('a customer reads the journal and writes nothing', async () => {
  open('?tab=journal', [entryOf({ note: 'Artemia' })], 'customer')
  expect(await screen.findByText('Yemleme: 400 g')).toBeVisible()
  expect(screen.getByText('Artemia')).toBeVisible()
  expect(screen.getByText('Elif Demir')).toBeVisible()
  for (const name of ['Günlüğe ekle', /^Düzelt/, /^Geri al/]) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('the journal of a tank is filtered by work, and shows corrected entries on request', async () => {
  const { events, asked } = open('?tab=journal', [
    entryOf({}),
    entryOf({ kind: 'cleaning', amount: null, corrected_by: 'x' }),
  ])
  const corrected = (await screen.findByText('Temizlik')).closest('li') ?? document.body
  expect(corrected).toHaveTextContent('Düzeltildi')
  expect(within(corrected).queryByRole('button')).toBeNull()
  expect(asked.at(-1)?.searchParams.get('valid')).toBe('1')
  await events.click(screen.getByRole('switch', { name: 'Düzeltilenleri göster' }))
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('valid')).toBeNull())
  await events.click(screen.getByRole('combobox', { name: 'Yapılan iş' }))
  await events.click(await screen.findByRole('option', { name: 'Ölüm' }))
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('kind')).toBe('mortality'))
})

test('an entry in the list is withdrawn after a question', async () => {
  const entry = entryOf({})
  const { events, stored } = open('?tab=journal', [entry])
  await events.click(await screen.findByRole('button', { name: /^Geri al: Yemleme/ }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Kayıt geri alınsın mı?' }))
  await events.click(question.getByRole('button', { name: 'Geri al' }))
  await waitFor(() => expect(stored).toMatchObject([{ corrects: entry.id, withdrawn: true, kind: 'feeding' }]))
})

test('the side view writes in the journal too', async () => {
  const { events, stored } = open('?view=side')
  await events.click(await plus())
  await events.click((await sheet()).getByRole('button', { name: 'Yemleme' }))
  await waitFor(() => expect(stored).toMatchObject([{ kind: 'feeding' }]))
})

test('an entry leads to the charts of its tank from an hour before until an hour after it', async () => {
  open('?tab=journal', [entryOf({ at: '2026-07-09T11:30:00.000Z' })])
  const link = await screen.findByRole('link', { name: 'Grafik: TNK-014, 14:30' })
  const address = new URL(link.getAttribute('href') ?? '', location.origin)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    tab: 'charts',
    from: '2026-07-09T13:30',
    to: '2026-07-09T15:30',
  })
})

describe('the journal of all tanks', () => {
  const DAY = '2026-07-09'
  const entries = [
    entryOf({ at: `${DAY}T11:30:00.000Z`, amount: 2, unit: 'kg' }),
    entryOf({ kind: 'mortality', at: `${DAY}T09:00:00.000Z`, tank: { id: 3, code: 'TNK-003', name: 'Çipura 1' } }),
  ]

  function openAll() {
    const asked: URL[] = []
    const summed: URL[] = []
    server.use(
      answers(journalApi.list, ({ url }) => (asked.push(url), given.pageOf(entries))),
      answers(journalApi.sums, ({ url }) => {
        summed.push(url)
        return {
          data: [
            { day: DAY, kind: 'feeding' as const, entries: 9, amounts: [{ amount: 12.4, unit: 'kg' }] },
            { day: DAY, kind: 'mortality' as const, entries: 2, amounts: [{ amount: 3, unit: 'adet' }] },
            { day: '2026-07-08', kind: 'feeding' as const, entries: 1, amounts: [{ amount: 0.6, unit: 'kg' }] },
            { day: DAY, kind: 'cleaning' as const, entries: 1, amounts: [] },
          ],
        }
      }),
      answers(journalApi.authors, { data: [{ id: 5, name: 'Elif Demir' }] }),
      answers(tanksApi.list, { ...given.pageOf([given.tank()]), counts: { out_of_range: 0, stale: 0 } }),
    )
    return { ...renderApp('/handover?tab=journal', { user: given.user({ role: 'operator' }) }), asked, summed }
  }

  test('names the tank of each entry, sums each day, and the whole time', async () => {
    const { asked, summed } = openAll()
    expect(await screen.findByText('TNK-003')).toBeVisible()
    expect(await screen.findByText('Yemleme 12,4 kg (9 kayıt) · Ölüm 3 adet (2 kayıt)')).toBeVisible()
    const totals = within(screen.getByRole('list', { name: 'Bu dönemin toplamları' })).getAllByRole('listitem')
    expect(totals.map(({ textContent }) => textContent)).toEqual([
      'Yemleme 13\u00a0kg (10 kayıt)',
      'Ölüm 3\u00a0adet (2 kayıt)',
      'Temizlik 1 kayıt',
    ])
    expect(asked.at(-1)?.searchParams.has('tank_id')).toBe(false)
    expect(summed.at(-1)?.searchParams.get('from')).toBe(asked.at(-1)?.searchParams.get('from'))
  })

  test('is filtered by author and by a word of the note, and sums the same entries', async () => {
    const { events, asked, summed } = openAll()
    await events.click(await screen.findByRole('combobox', { name: 'Yazan' }))
    await events.click(await screen.findByRole('option', { name: 'Elif Demir' }))
    await waitFor(() => expect(asked.at(-1)?.searchParams.get('created_by')).toBe('5'))
    await events.type(screen.getByRole('searchbox', { name: 'Notlarda ara' }), 'pompa')
    await waitFor(() => expect(summed.at(-1)?.searchParams.get('search')).toBe('pompa'))
    expect(summed.at(-1)?.searchParams.get('created_by')).toBe('5')
  })
})
