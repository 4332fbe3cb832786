import { type AuditLog, logsApi, type ServerLog, type TerminalLog } from '@dalyan/contracts/logs'
import { settingsApi } from '@dalyan/contracts/settings'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { usersApi } from '@dalyan/contracts/users'
import { act, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AskedCall, answers, refuses, server } from '../../../tests/fake-server.ts'
import { lastSocket } from '../../../tests/fake-socket.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'
import { savedFiles } from '../../../tests/saved-files.ts'

const user = given.user()

function log(id: number, more: Partial<TerminalLog> = {}): TerminalLog {
  return {
    id,
    iot: { id: 214, code: 'T-0214' },
    status: 'success',
    processor: { type: 'terminal', id: 214, name: 'T-0214' },
    event: `event_${id}`,
    meta: null,
    created_at: new Date(Date.UTC(2026, 6, 9, 11, 30, id, 481)).toISOString(),
    ...more,
  }
}
const page = <T,>(data: T[], total = data.length) => ({
  data,
  total,
  current_page: 1,
  last_page: 1,
  per_page: 100,
  follow_after: 2,
})

/** The terminal log: a first page, and the lines that follow it. */
let behind: TerminalLog[] = []
let asked: AskedCall[] = []
// The first test must not wait for the page's code.
beforeAll(() => import('./LogsPage.tsx'))
beforeEach(() => {
  behind = []
  asked = []
  server.use(
    answers(logsApi.terminals, (call) => {
      asked.push(call)
      const after = call.url.searchParams.get('after_id')
      return after === null ? page([log(2), log(1)]) : page(behind.filter(({ id }) => id > Number(after)))
    }),
    answers(logsApi.tanks, page([])),
    answers(logsApi.server, page([])),
    answers(settingsApi.terminalCommLogging, { enabled: true }),
    answers(terminalsApi.list, given.pageOf([given.terminal()])),
    answers(tanksApi.list, given.page([given.tank()])),
  )
})

const texts = (screen: ReturnType<typeof renderApp>) =>
  [...screen.container.querySelectorAll('.log-text')].map(({ textContent }) => textContent)

test('a user without the permission to read logs is sent home', async () => {
  const screen = renderApp('/logs/server', { user: given.user({ role: 'operator' }) })
  await waitFor(() => expect(screen.address()).toBe('/home'))
})

test('/logs redirects to the terminals’ log with the same query, and the tabs are links', async () => {
  const screen = renderApp('/logs?status=warning,error&refresh=15&nonsense=1', { user })
  await screen.findByText('event_2')
  expect(screen.address()).toBe('/logs/iot?status=warning,error&refresh=15')
  expect(asked[0]?.url.searchParams.get('status')).toBe('warning,error')
  expect(screen.getByRole('link', { name: 'Terminal Kayıtları' })).toHaveAttribute('aria-current', 'page')
  await screen.events.click(screen.getByRole('link', { name: 'Tank Kayıtları' }))
  await waitFor(() => expect(screen.address()).toBe('/logs/tanks?refresh=15'))
  expect(await screen.findByText('Bu aralıkta kayıt yok')).toBeVisible()
})

describe('a live log', () => {
  test('shows new lines on top, each once, even when the socket announces them first', async () => {
    const screen = renderApp('/logs/iot?refresh=60', { user })
    await screen.findByText('event_2')
    await waitFor(() => expect(lastSocket()?.sent).toContain('subscribe iot-logs'))
    behind = [log(4), log(3)].toReversed()
    lastSocket()?.say('iot-logs', 'log', log(4))
    await waitFor(() => expect(texts(screen)).toEqual(['event_4', 'event_3', 'event_2', 'event_1']))
    expect(asked.at(-1)?.url.searchParams.get('after_id')).toBe('2')
    behind = [...behind, log(5)]
    lastSocket()?.say('iot-logs', 'log', log(5))
    await waitFor(() => expect(texts(screen)[0]).toBe('event_5'))
    expect(texts(screen)).toHaveLength(5)
    expect(asked.at(-1)?.url.searchParams.get('after_id')).toBe('4')
  })

  test('polls when there is no socket', async () => {
    const screen = renderApp('/logs/iot?refresh=2', { user })
    await screen.findByText('event_2')
    behind = [log(3)]
    await waitFor(() => expect(texts(screen)[0]).toBe('event_3'))
  })

  test('is paused by an open row, and its button shows the waiting lines', async () => {
    const screen = renderApp('/logs/iot?refresh=2', { user })
    await screen.findByText('event_2')
    await screen.events.click(screen.getByRole('button', { name: 'Ayrıntıyı aç: event_2' }))
    expect(screen.getByText('Bir satır açık olduğu için duraklatıldı')).toBeVisible()
    behind = [log(3)]
    const show = await screen.findByRole('button', { name: '1 yeni kayıt – göster' })
    expect(texts(screen)).toEqual(['event_2', 'event_1'])
    await screen.events.click(show)
    expect(texts(screen)).toEqual(['event_3', 'event_2', 'event_1'])
    expect(screen.queryByText('Bir satır açık olduğu için duraklatıldı')).toBeNull()
  })

  test('shows that a poll failed, and the next one fetches the missing lines', async () => {
    const screen = renderApp('/logs/iot?refresh=2', { user })
    await screen.findByText('event_2')
    const good = answers(logsApi.terminals, () => page([log(3)]))
    server.use(refuses(logsApi.terminals, 500, 'internal'))
    expect(await screen.findByText(/Yeni kayıtlar alınamıyor/)).toBeVisible()
    server.use(good)
    await waitFor(() => expect(screen.queryByText(/Yeni kayıtlar alınamıyor/)).toBeNull())
    expect(texts(screen)[0]).toBe('event_3')
  })

  test('counts waiting lines while it is switched off, and shows them on request', async () => {
    const screen = renderApp('/logs/iot?refresh=0', { user })
    await screen.findByText('event_2')
    await waitFor(() => expect(lastSocket()?.sent).toContain('subscribe iot-logs'))
    behind = [log(3)]
    act(() => lastSocket()?.say('iot-logs', 'log', log(3)))
    const show = await screen.findByRole('button', { name: '1 yeni kayıt – göster' })
    expect(screen.getByText('Otomatik yenileme kapalı')).toBeVisible()
    expect(texts(screen)).toEqual(['event_2', 'event_1'])
    await screen.events.click(show)
    expect(texts(screen)).toEqual(['event_3', 'event_2', 'event_1'])
    expect(screen.queryByText('Otomatik yenileme kapalı')).toBeNull()
  })

  test('has its switch and interval in the address', async () => {
    const screen = renderApp('/logs/iot', { user })
    const live = await screen.findByRole('switch', { name: 'Otomatik yenile' })
    expect(live).toBeChecked()
    await screen.events.click(live)
    await waitFor(() => expect(screen.address()).toBe('/logs/iot?refresh=0'))
    await screen.events.click(live)
    await waitFor(() => expect(screen.address()).toBe('/logs/iot?refresh=5'))
  })

  test.each([
    ['/logs/iot?from=2026-07-01T00:00&to=2026-07-02T00:00', 'Geçmiş aralıkta otomatik yenileme kapalı'],
    ['/logs/iot?page=2', 'Eski sayfalarda otomatik yenileme kapalı'],
  ])('is off at %s, with the reason', async (address, reason) => {
    const screen = renderApp(address, { user })
    expect(await screen.findByText(reason)).toBeVisible()
    const live = screen.getByRole('switch', { name: 'Otomatik yenile' })
    expect(live).toBeDisabled()
    expect(live).not.toBeChecked()
    expect(live).toHaveAccessibleDescription(reason)
  })
})

test('a row opens to all details, and the device’s text is shown as text', async () => {
  const raw = '{"ph":"<img src=x onerror=alert(1)>\u202E"}'
  const meta = { raw, reasons: { ph: ['not_a_number'], measured_at: ['invalid_instant', 'new_reason'] }, part: 2 }
  const rejected = log(7, { status: 'error', event: 'measurement_rejected', meta })
  server.use(answers(logsApi.terminals, page([rejected])))
  const screen = renderApp('/logs/iot?refresh=0', { user })
  const row = await screen.findByRole('row', { name: /measurement_rejected/ })
  expect(within(row).getByText('Başarısız')).toBeVisible()
  expect(within(row).getByRole('link', { name: 'T-0214' })).toHaveAttribute('href', '/terminals/214')
  await screen.events.click(within(row).getByRole('button'))
  expect(screen.getByText(/Ölçüm reddedildi \(measurement_rejected\)/)).toBeVisible()
  expect(screen.getByText('{"ph":"<img src=x onerror=alert(1)>\\u202e"}')).toBeVisible()
  expect(screen.container.querySelector('.log-open img')).toBeNull()
  expect(screen.getByText('ph: Sayı değil')).toBeVisible()
  expect(screen.getByText('measured_at: Tarih ve saat okunamadı, new_reason')).toBeVisible()
  // Details shown elsewhere are not repeated.
  expect(screen.getByText('{ "part": 2 }')).toBeVisible()
  await screen.events.click(screen.getByRole('button', { name: 'Ayrıntıyı kopyala' }))
  expect(await screen.findByText('Ayrıntı kopyalandı')).toBeVisible()
  expect(JSON.parse(await navigator.clipboard.readText())).toEqual(meta)
})

test('the log filters are in the address and can be cleared', async () => {
  const screen = renderApp('/logs/iot?refresh=0', { user })
  await screen.findByText('event_2')
  await screen.events.click(screen.getByRole('combobox', { name: /^Olay/ }))
  await screen.events.click(screen.getByRole('option', { name: 'Ölçüm reddedildi measurement_rejected' }))
  await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('event')).toBe('measurement_rejected'))
  await screen.events.click(screen.getByRole('combobox', { name: 'Zaman aralığı' }))
  await screen.events.click(await screen.findByRole('option', { name: 'Son 1 saat' }))
  await waitFor(() => expect(screen.address()).toBe('/logs/iot?event=measurement_rejected&from=now-1h&refresh=0'))
  await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('from')).toMatch(/^\d{4}-.*Z$/))
  await screen.events.click(screen.getByRole('combobox', { name: 'Terminal' }))
  await screen.events.click(await screen.findByRole('option', { name: 'T-0214' }))
  await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('iot_id')).toBe('214'))
  await screen.events.click(screen.getByRole('button', { name: 'Filtreleri temizle' }))
  await waitFor(() => expect(screen.address()).toBe('/logs/iot?refresh=0'))
})

test('a partial event code in the address is offered as a choice', async () => {
  const screen = renderApp('/logs/iot?event=reject&refresh=0', { user })
  await screen.findByText('event_2')
  expect(asked[0]?.url.searchParams.get('event')).toBe('reject')
  expect(screen.getByRole('combobox', { name: /^Olay/ })).toHaveTextContent('reject')
})

test.each(['/logs/iot', '/logs/tanks'])(
  '%s shows an event by its name, with its code in small print',
  async (address) => {
    const events = ['status_changed', 'of_another_version']
    const lines = events.map((event, i) => log(i + 1, { event }))
    server.use(
      answers(logsApi.terminals, page(lines)),
      answers(logsApi.tanks, page(lines.map(({ iot, ...line }) => ({ ...line, tank: iot })))),
    )
    const screen = renderApp(`${address}?refresh=0`, { user })
    const name = await screen.findByText('Durum değişti')
    expect(name.parentElement).toHaveTextContent('Durum değişti status_changed')
    expect(screen.getByText('status_changed').tagName).toBe('SMALL')
    expect(texts(screen)).toContain('of_another_version')
    expect(screen.getByRole('button', { name: 'Ayrıntıyı aç: Durum değişti' })).toBeVisible()
  },
)

test('the reversed order of a log is in the address and stops following', async () => {
  const screen = renderApp('/logs/iot', { user })
  await screen.findByText('event_2')
  const head = screen.getByRole('columnheader', { name: 'Zaman' })
  expect(head).toHaveAttribute('aria-sort', 'descending')
  await screen.events.click(within(head).getByRole('button'))
  await waitFor(() => expect(screen.address()).toBe('/logs/iot?sort=created_at'))
  await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('sort')).toBe('created_at'))
  expect(await screen.findByText('En eski üstteyken otomatik yenileme kapalı')).toBeVisible()
})

test('the terminal log says when terminals’ messages are not logged, with a link to the settings', async () => {
  server.use(answers(settingsApi.terminalCommLogging, { enabled: false }))
  const screen = renderApp('/logs/iot', { user })
  expect(await screen.findByText(/IoT iletişim kaydı kapalı/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ayarları aç' })).toHaveAttribute('href', '/settings')
})

test('the server’s log has filters by level, text and orphans, and page sizes', async () => {
  const crash: ServerLog = {
    seq: 9,
    level: 'fatal',
    message: 'Error: boom\n    at main',
    context: null,
    orphan: true,
    created_at: '2026-07-09T11:30:00.000Z',
  }
  const calls: URLSearchParams[] = []
  server.use(
    answers(logsApi.server, ({ url }) => {
      calls.push(url.searchParams)
      return page([crash])
    }),
  )
  const screen = renderApp('/logs/server?level=error,fatal&search=boom&limit=250&refresh=0', { user })
  const row = await screen.findByRole('row', { name: /Error: boom/ })
  expect(within(row).getByText('Ölümcül hata')).toBeVisible()
  expect(within(row).getByText('Sahipsiz')).toBeVisible()
  expect(Object.fromEntries(calls[0] ?? [])).toMatchObject({
    level: 'error,fatal',
    search: 'boom',
    per_page: '250',
    include_orphans: '0',
  })
  await screen.events.click(screen.getByRole('switch', { name: 'Sahipsiz kayıtları da göster' }))
  await waitFor(() => expect(calls.at(-1)?.get('include_orphans')).toBe('1'))
})

test('a search of one or two characters says that only the newest entries were searched', async () => {
  server.use(answers(logsApi.server, { ...page([]), searched: 10_000 }))
  const screen = renderApp('/logs/server?search=ph', { user })
  expect(await screen.findByText(/Bir iki harflik arama en yeni 10\.000 kayıtta yapıldı/)).toBeVisible()
})

test('a log that cannot be loaded says so and has a retry button', async () => {
  server.use(refuses(logsApi.tanks, 500, 'internal'))
  const screen = renderApp('/logs/tanks?refresh=0', { user })
  expect(await screen.findByText('Kayıtlar yüklenemedi')).toBeVisible()
  await screen.quiet()
  server.use(answers(logsApi.tanks, page([])))
  await screen.events.click(screen.getByRole('button', { name: 'Tekrar dene' }))
  expect(await screen.findByText('Bu aralıkta kayıt yok')).toBeVisible()
})

test('the filtered log can be exported as a file', async () => {
  const saved = savedFiles()
  const wanted: string[] = []
  server.use(
    http.get('*/api/server-logs/export', ({ request }) => {
      wanted.push(new URL(request.url).search)
      return new HttpResponse('seq', { headers: { 'content-disposition': 'attachment; filename="server-logs.csv"' } })
    }),
  )
  const screen = renderApp('/logs/server?level=error&refresh=0', { user })
  await screen.events.click(await screen.findByRole('button', { name: 'CSV indir' }))
  await waitFor(() => expect(saved).toEqual(['server-logs.csv']))
  expect(wanted).toEqual(['?locale=tr&level=error&include_orphans=0'])
  server.use(refuses(logsApi.exportServer, 429, 'too_many_exports'))
  await screen.events.click(screen.getByRole('button', { name: 'CSV indir' }))
  expect(await screen.findByRole('alert')).toBeVisible()
})

test('the audit log shows actor, action and record in Turkish, and has filters by user, event and kind of record', async () => {
  const entry: AuditLog = {
    id: 9,
    status: 'success',
    processor: { type: 'user', id: 3, name: 'Ada Deniz' },
    event: 'user_updated',
    target: { kind: 'user', id: 5, name: 'Nehir' },
    address: '10.0.0.7',
    browser: null,
    before: { roles: ['operator'] },
    after: { roles: ['admin'] },
    created_at: '2026-07-09T11:30:09.481Z',
  }
  server.use(
    answers(logsApi.audit, (call) => {
      asked.push(call)
      return page(call.url.searchParams.has('after_id') ? [] : [entry])
    }),
    answers(usersApi.list, given.pageOf([given.user({ id: 3, name: 'Ada Deniz' })])),
  )
  const screen = renderApp('/logs/audit?target=user&user_id=3', { user })
  expect(await screen.findByText('user_updated')).toBeVisible()
  expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toMatchObject({ target: 'user', user_id: '3' })
  expect(screen.getByRole('link', { name: 'Denetim Kaydı' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('columnheader', { name: 'Hedef' })).toBeVisible()
  expect(screen.getByText('Nehir')).toBeVisible()
  await screen.events.click(screen.getByRole('button', { name: /Ayrıntıyı aç/ }))
  expect(screen.getByText(/Kullanıcı değiştirildi \(user_updated\) · Ada Deniz/)).toBeVisible()
  expect(screen.getByText(/"address": "10.0.0.7"/)).toBeVisible()
  await screen.events.click(screen.getByRole('combobox', { name: /^Olay/ }))
  await screen.events.click(screen.getByRole('option', { name: /^Oturum açılamadı/ }))
  await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('event')).toBe('sign_in_failed'))
})
