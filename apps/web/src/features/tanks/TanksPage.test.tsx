import { tanksApi } from '@dalyan/contracts/tanks'
import { act, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../tests/fake-server.ts'
import { lastSocket } from '../../../tests/fake-socket.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const user = given.user()

/** The row of a tank, by its code. */
async function row(page: ReturnType<typeof renderApp>, code: string) {
  const link = await page.findByRole('link', { name: code })
  const found = link.closest('tr')
  if (!found) throw new Error(`${code} stands in no row`)
  return within(found)
}

describe('a row of the tank list shows by exception', () => {
  test.each([
    ['Aralıkta', {}],
    ['pH 8,62', { values: { ph: 8.62 } }],
    ['Tuzluluk ‰33,6', { values: { salinity: 33.6 } }],
    ['Gecikmeli', { ageSeconds: 1860 }],
    ['son değer aralık dışıydı', { values: { ph: 9 }, ageSeconds: 1860 }],
    ['Denetlenmiyor', { status: 'suspended', values: { ph: 9 } }],
    ['Şablon yok', { range_template: null }],
    ['Terminal yok', { iots: [], last_measurement: null }],
    ['Veri yok', { last_measurement: null }],
  ] as const)('%s', async (text, tank) => {
    server.use(
      answers(tanksApi.list, given.page([given.tank(structuredClone(tank) as Parameters<typeof given.tank>[0])])),
    )
    const page = renderApp('/tanks', { user })
    expect((await row(page, 'TNK-014')).getByText(new RegExp(text))).toBeVisible()
  })

  test('the two worst metrics, and the number of the others', async () => {
    server.use(answers(tanksApi.list, given.page([given.tank({ values: { orp: 900, salinity: 39, ph: 8.4 } })])))
    const page = renderApp('/tanks', { user })
    const cell = (await (await row(page, 'TNK-014')).findByText(/pH 8,40/)).closest('td')
    expect(cell).toHaveTextContent(/pH 8,40.*ORP 900.*\+1/)
  })

  test('the worst metric that is no longer measured, by its name, and the number of the others', async () => {
    const silent = { kind: 'silent', state: 'active_unack' } as const
    const open_alarms = [
      { ...silent, id: 1, metric: 'salinity', severity: 'warning' },
      { ...silent, id: 2, metric: 'ph', severity: 'critical' },
    ] as const
    server.use(answers(tanksApi.list, given.page([given.tank({ open_alarms: [...open_alarms] })])))
    const page = renderApp('/tanks', { user })
    const cell = (await (await row(page, 'TNK-014')).findByText('pH ölçülmüyor')).closest('td')
    expect(cell).toHaveTextContent(/pH ölçülmüyor\+1$/)
  })
})

test('the first load shows placeholders, then the tanks, and marks the page ready', async () => {
  const { promise: isSeen, resolve: answer } = Promise.withResolvers<void>()
  server.use(
    http.get('*/api/tanks', () => isSeen),
    answers(tanksApi.list, given.page([given.tank()])),
  )
  const page = renderApp('/tanks', { user })
  expect(await page.findByLabelText('İçerik yükleniyor')).toBeVisible()
  expect(window.__appReady).toBeUndefined()
  answer()
  await page.findByRole('link', { name: 'TNK-014' })
  await waitFor(() => expect(window.__appReady).toBe(true))
  expect(document.title).toBe('Tanklar · Dashboard · Ege Tank')
})

test('an empty list and a filter without a result have different texts', async () => {
  server.use(answers(tanksApi.list, given.page([])))
  const first = renderApp('/tanks', { user })
  expect(await first.findByText('Henüz tank eklenmemiş')).toBeVisible()
  first.unmount()

  const second = renderApp('/tanks?search=yok', { user })
  expect(await second.findByText('Sonuç bulunamadı')).toBeVisible()
  await second.events.click(second.getByRole('button', { name: 'Filtreleri temizle' }))
  expect(await second.findByText('Henüz tank eklenmemiş')).toBeVisible()
  expect(second.address()).toBe('/tanks')
})

test('a failure shows the server’s message, and the retry button works', async () => {
  server.use(refuses(tanksApi.list, 403, 'forbidden'))
  const page = renderApp('/tanks', { user })
  expect(await page.findByText('Veri yükleme hatası')).toBeVisible()
  expect(page.getByText('Bu işlem için yetkiniz yok.')).toBeVisible()
  await page.quiet()
  server.use(answers(tanksApi.list, given.page([given.tank()])))
  await page.events.click(page.getByRole('button', { name: 'Tekrar dene' }))
  expect(await page.findByRole('link', { name: 'TNK-014' })).toBeVisible()
})

describe('the address is the state of the list of tanks', () => {
  function listen() {
    const asked = recorded(tanksApi.list, given.page([given.tank()], { total: 60, last_page: 3 }))
    return () => Object.fromEntries(asked.at(-1)?.url.searchParams ?? [])
  }

  test('filters, sort and page go from the address to the call; invalid values are dropped', async () => {
    const query = listen()
    const page = renderApp('/tanks?search=lev&status=active,suspended,banned&sort=-name&page=2&per_page=100&x=1', {
      user,
    })
    await page.findByRole('link', { name: 'TNK-014' })
    expect(query()).toEqual({
      search: 'lev',
      filter_status: 'active,suspended',
      sort: '-name',
      page: '2',
      per_page: '100',
    })
    expect(page.address()).toBe('/tanks?search=lev&status=active,suspended&page=2&sort=-name')
  })

  test('a search is sent after a pause in typing, and goes back to page one', async () => {
    const query = listen()
    const page = renderApp('/tanks?page=2', { user })
    await page.events.type(await page.findByLabelText('Ara'), 'çipura')
    await waitFor(() => expect(query()).toMatchObject({ search: 'çipura', page: '1' }))
    expect(page.address()).toBe('/tanks?search=%C3%A7ipura')
  })

  test('a second click on a heading reverses the order', async () => {
    const query = listen()
    const page = renderApp('/tanks', { user })
    await page.events.click(await page.findByRole('button', { name: 'Kod' }))
    await waitFor(() => expect(query()).toMatchObject({ sort: 'code' }))
    await page.events.click(page.getByRole('button', { name: 'Kod' }))
    await waitFor(() => expect(query()).toMatchObject({ sort: '-code' }))
    expect(page.getByRole('columnheader', { name: 'Kod' })).toHaveAttribute('aria-sort', 'descending')
  })

  test('the button for the next page changes the address and the call', async () => {
    const query = listen()
    const page = renderApp('/tanks', { user })
    await page.events.click(await page.findByRole('button', { name: /sonraki sayfa/i }))
    await waitFor(() => expect(query()).toMatchObject({ page: '2' }))
    expect(page.address()).toBe('/tanks?page=2')
  })
})

test('the counts cover all pages of the filter, and each leads to its tanks', async () => {
  const asked = recorded(
    tanksApi.list,
    given.page([given.tank()], { total: 60, counts: { out_of_range: 2, stale: 1 } }),
  )
  const page = renderApp('/tanks?status=active&page=2', { user })
  // A separator never begins a line.
  expect((await page.findByText(/60 kayıt/)).textContent).toBe(
    '60 kayıt\u00A0· 2 tank aralık dışı\u00A0· 1 tankın verisi gecikmeli',
  )
  await page.events.click(page.getByRole('link', { name: '1 tankın verisi gecikmeli' }))
  expect(page.address()).toBe('/tanks?status=active&condition=stale')
  await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('filter_condition')).toBe('stale'))
  expect(page.getByRole('combobox', { name: 'Değerler' })).toHaveTextContent('Gecikmeli')
})

describe('live messages on the list of tanks', () => {
  test('a live reading changes the row of its tank, and a reading of another tank changes nothing', async () => {
    server.use(answers(tanksApi.list, given.page([given.tank(), given.tank({ id: 15, code: 'TNK-015' })])))
    const page = renderApp('/tanks', { user })
    expect((await row(page, 'TNK-014')).getByText('Aralıkta')).toBeVisible()
    await waitFor(() =>
      expect(lastSocket()?.sent).toEqual(expect.arrayContaining(['subscribe tanks', 'subscribe alarms'])),
    )
    await page.quiet()
    act(() => lastSocket()?.say('tanks', 'measurement', [given.reading({ ph: 8.62 })]))
    expect(await (await row(page, 'TNK-014')).findByText(/pH 8,62/)).toBeVisible()
    expect((await row(page, 'TNK-015')).getByText('Aralıkta')).toBeVisible()
  })

  test('after a lost connection the page subscribes again and refetches the list', async () => {
    let asked = 0
    server.use(
      answers(tanksApi.list, () => {
        asked += 1
        return given.page([given.tank()])
      }),
    )
    const page = renderApp('/tanks', { user })
    await page.findByRole('link', { name: 'TNK-014' })
    await waitFor(() => expect(lastSocket()?.sent).toContain('subscribe tanks'))
    await waitFor(() => expect(page.container.querySelector('[data-live=live]')).not.toBeNull())
    await page.quiet()
    const before = asked
    const subscribed = lastSocket()?.sent.length ?? 0
    act(() => {
      lastSocket()?.lose()
      lastSocket()?.comeBack()
    })
    expect(lastSocket()?.sent.slice(subscribed).toSorted()).toEqual([
      'subscribe alarms',
      'subscribe tanks',
      'subscribe user.1',
    ])
    await waitFor(() => expect(asked).toBeGreaterThan(before))
  })
})
