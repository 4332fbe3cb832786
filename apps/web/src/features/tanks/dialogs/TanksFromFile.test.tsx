import { type BulkInput, TANK_BULK_COLUMNS, TERMINAL_BULK_COLUMNS, BULK_STATUS_WORDS } from '@dalyan/contracts/bulk'
import { tanksApi } from '@dalyan/contracts/tanks'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type AskedCall, answers, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'
import enCommon from '../../../locales/en/common.json' with { type: 'json' }
import enTanks from '../../../locales/en/tanks.json' with { type: 'json' }
import enTerminals from '../../../locales/en/terminals.json' with { type: 'json' }
import trCommon from '../../../locales/tr/common.json' with { type: 'json' }
import trTanks from '../../../locales/tr/tanks.json' with { type: 'json' }
import trTerminals from '../../../locales/tr/terminals.json' with { type: 'json' }

beforeEach(() => server.use(answers(tanksApi.list, given.page([given.tank()]))))

test('tanks of a file are created together, and a message confirms it', async () => {
  const sent: BulkInput[] = []
  server.use(
    answers(tanksApi.createFromFile, ({ body }: AskedCall) => {
      sent.push(body as BulkInput)
      const rows = [{ line: 2, code: 'TNK-1', ok: true }]
      return { rows, created: (body as BulkInput).dry_run ? 0 : 1, ignored_columns: [] }
    }),
  )
  const page = renderApp('/tanks', { user: given.user() })
  await page.events.click(await page.findByRole('button', { name: 'CSV ile ekle' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Tankları CSV ile ekle' }))
  fireEvent.change(dialog.getByLabelText('Dosya seç', { selector: 'input' }), {
    target: { files: [new File(['Kod;Tank adı\nTNK-1;Levrek'], 'tanklar.csv')] },
  })
  const create = await dialog.findByRole('button', { name: '1 tankı oluştur' })
  act(() => void window.dispatchEvent(new Event('offline')))
  await waitFor(() => expect(create).toBeDisabled())
  expect(create).toHaveAccessibleDescription('Çevrimdışıyken kaydedilemez.')
  act(() => void window.dispatchEvent(new Event('online')))
  await page.events.click(create)
  expect(await page.findByText('1 tank oluşturuldu')).toBeVisible()
  expect(page.address()).toBe('/tanks')
  expect(sent.map(({ dry_run }) => dry_run)).toEqual([true, false])
})

test('a user without the permission to manage tanks cannot open the dialog', async () => {
  const page = renderApp('/tanks?dialog=bulk', { user: given.user({ role: 'operator' }) })
  await page.findByRole('link', { name: 'TNK-014' })
  expect(page.queryByRole('button', { name: 'CSV ile ekle' })).toBeNull()
  expect(page.queryByRole('dialog')).toBeNull()
})

test('a file may use the column names and statuses of the screens', () => {
  const called = (columns: readonly { tr: string; en: string }[], language: 'tr' | 'en') =>
    columns.map((each) => each[language])
  const ofTerminal = ({ fields }: typeof trTerminals | typeof enTerminals) => [
    fields.code,
    fields.status,
    fields.tank_code,
    fields.expected_interval_seconds,
    fields.offline_after_seconds,
    fields.ip_address,
    fields.device_eui,
  ]
  expect(called(TERMINAL_BULK_COLUMNS, 'tr')).toEqual(ofTerminal(trTerminals))
  expect(called(TERMINAL_BULK_COLUMNS, 'en')).toEqual(ofTerminal(enTerminals))
  const ofTank = (
    { fields }: typeof trTanks | typeof enTanks,
    { fields: { province, district } }: typeof trCommon | typeof enCommon,
  ) => [
    fields.code,
    fields.name,
    fields.range_template,
    fields.status,
    fields.iots,
    fields.location,
    province,
    district,
    fields.address,
    fields.notes,
  ]
  const withoutFirm = TANK_BULK_COLUMNS.filter(({ field }) => field !== 'firm_code')
  expect(called(withoutFirm, 'tr')).toEqual(ofTank(trTanks, trCommon))
  expect(called(withoutFirm, 'en')).toEqual(ofTank(enTanks, enCommon))
  for (const [word, { tr, en }] of Object.entries(BULK_STATUS_WORDS)) {
    expect({ tr, en }).toEqual({
      tr: (trTerminals.status as Record<string, string>)[word],
      en: (enTerminals.status as Record<string, string>)[word],
    })
  }
})
