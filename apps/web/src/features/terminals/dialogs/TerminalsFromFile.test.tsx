import type { BulkInput } from '@dalyan/contracts/bulk'
import { tanksApi } from '@dalyan/contracts/tanks'
import { type TerminalsFromFile, terminalsApi } from '@dalyan/contracts/terminals'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AskedCall, answers, refuses, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const user = given.user()
const GOOD = 'Kod;Durum\nT-1;Aktif\nT-2;Pasif\n'
const ready = (codes: readonly string[]): TerminalsFromFile => ({
  rows: codes.map((code, index) => ({ line: index + 2, code, ok: true })),
  created: 0,
  ignored_columns: [],
})
const KEYS = [
  { code: 'T-1', key: 'gizli-1' },
  { code: '-2', key: 'gizli-2' },
]

let sent: BulkInput[]
function receives(reply: (body: BulkInput) => TerminalsFromFile) {
  server.use(
    answers(terminalsApi.createFromFile, ({ body }: AskedCall) => {
      sent.push(body as BulkInput)
      return reply(body as BulkInput)
    }),
  )
}
/** The files that the page downloaded, by name. */
const saved = new Map<string, Blob>()

beforeEach(() => {
  sent = []
  saved.clear()
  server.use(
    answers(terminalsApi.list, given.pageOf([given.terminal()])),
    answers(terminalsApi.enrolment, { until: null }),
    answers(tanksApi.list, given.page([])),
  )
  let last: Blob | null = null
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob
    return 'blob:here'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last) saved.set(this.download, last)
  })
})
afterEach(() => vi.restoreAllMocks())

async function opened() {
  const page = renderApp('/terminals?dialog=bulk', { user })
  const dialog = within(await page.findByRole('dialog', { name: 'Terminalleri CSV ile ekle' }))
  const choose = (file: File) =>
    fireEvent.change(dialog.getByLabelText('Dosya seç', { selector: 'input' }), { target: { files: [file] } })
  return { page, dialog, choose }
}
const csvFile = (text: string | Uint8Array<ArrayBuffer>, name = 'terminaller.csv') =>
  new File([text], name, { type: 'text/csv' })

test('the dialog opens from the list and by the address', async () => {
  const page = renderApp('/terminals', { user })
  await page.events.click(await page.findByRole('button', { name: 'CSV ile ekle' }))
  expect(page.address()).toBe('/terminals?dialog=bulk')
  const dialog = within(await page.findByRole('dialog', { name: 'Terminalleri CSV ile ekle' }))
  expect(dialog.getByText('Beklenen aralık (sn)')).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Oluştur' })).toBeDisabled()
})

test('the example is a file that Turkish Excel opens, with the columns of the contract', async () => {
  const { page, dialog } = await opened()
  await page.events.click(dialog.getByRole('button', { name: 'Örnek dosyayı indir' }))
  await waitFor(() => expect(saved.has('ornek-terminaller.csv')).toBe(true))
  const bytes = new Uint8Array((await saved.get('ornek-terminaller.csv')?.arrayBuffer()) ?? new ArrayBuffer(0))
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe(
    'Kod;Durum;Tank kodu;Beklenen aralık (sn);Sessizlik sınırı (sn);IP adresi;LoRaWAN adresi (EUI)\r\nT-0001;Aktif;;60;;;\r\nT-0002;Pasif;;;;;\r\n',
  )
})

describe('a file of terminals', () => {
  test('a file is checked at once, and its terminals are created by one click', async () => {
    receives(({ dry_run }) => (dry_run ? ready(['T-1', 'T-2']) : { ...ready(['T-1', 'T-2']), created: 2, keys: KEYS }))
    const { page, dialog, choose } = await opened()
    choose(csvFile(GOOD))
    expect(await dialog.findByText('2 satır hazır')).toBeVisible()
    expect(dialog.getByLabelText('Tablo')).toHaveValue(GOOD)
    expect(sent).toEqual([{ csv: GOOD, dry_run: true }])
    await page.events.click(dialog.getByRole('button', { name: '2 terminali oluştur' }))
    expect(await page.findByRole('dialog', { name: '2 terminal oluşturuldu' })).toBeVisible()
    expect(sent[1]).toEqual({ csv: GOOD, dry_run: false })
  })

  test('a file in the old encoding of Turkish Excel is decoded', async () => {
    receives(() => ready(['T-1']))
    const { dialog, choose } = await opened()
    // "Kod;Şehir" with the Ş of Windows-1254
    choose(csvFile(new Uint8Array([0x4b, 0x6f, 0x64, 0x3b, 0xde, 0x65, 0x68, 0x69, 0x72, 0x0a, 0x54, 0x3b, 0x49])))
    await waitFor(() => expect(dialog.getByLabelText('Tablo')).toHaveValue('Kod;Şehir\nT;I'))
  })

  test('a workbook is refused with a hint, and the table before it stays', async () => {
    receives(() => ready(['T-1']))
    const { dialog, choose } = await opened()
    choose(csvFile('Kod\nT-1'))
    await dialog.findByText('1 satır hazır')
    choose(csvFile(new Uint8Array([0x50, 0x4b, 3, 4, 1, 2]), 'terminaller.xlsx'))
    expect(await dialog.findByText(/Excel çalışma kitabı/)).toBeVisible()
    expect(dialog.getByLabelText('Tablo')).toHaveValue('Kod\nT-1')
  })

  test('a file that is too large is not sent', async () => {
    const { dialog, choose } = await opened()
    choose(csvFile('x'.repeat(1024 * 1024 + 1)))
    expect(await dialog.findByText('Gönderilen veri çok büyük (en fazla 1024 KiB).')).toBeVisible()
  })
})

describe('mistakes in a file of terminals', () => {
  test('mistakes are listed with row and column, can be corrected in the field, and disable the button until then', async () => {
    receives(({ csv }) =>
      csv.includes('YOK')
        ? {
            ...ready(['T-1', 'T-2']),
            rows: [
              { line: 2, code: 'T-1', ok: true },
              { line: 3, code: 'T-2', ok: false, errors: { tank_code: ['Böyle bir tank yok.'] } },
            ],
            ignored_columns: ['Renk'],
          }
        : ready(['T-1', 'T-2']),
    )
    const { page, dialog, choose } = await opened()
    choose(csvFile('Kod;Tank kodu;Renk\nT-1;;\nT-2;YOK;'))
    const alert = (await dialog.findByText('1 satır hazır, 1 satırda hata var')).closest('[role=alert]')
    expect(alert).toHaveTextContent('hiçbir kayıt oluşturulmaz')
    expect(dialog.getByText('Tanınmayan sütunlar dikkate alınmadı: Renk')).toBeVisible()
    const [, row] = within(dialog.getByRole('region', { name: 'Hatalı satırlar' })).getAllByRole('row')
    expect(row).toHaveTextContent('3T-2Tank kodu: Böyle bir tank yok.')
    expect(dialog.getByRole('button', { name: 'Oluştur' })).toBeDisabled()

    const text = dialog.getByLabelText('Tablo')
    await page.events.clear(text)
    await page.events.click(text)
    await page.events.paste('Kod\nT-1\nT-2')
    expect(await dialog.findByRole('button', { name: '2 terminali oluştur' })).toBeEnabled()
  })

  test('a refusal of the file is shown in the server’s words, and can be retried', async () => {
    server.use(refuses(terminalsApi.createFromFile, 422, 'csv_empty', { csv: ['Dosyada kayıt yok.'] }))
    const { dialog, choose } = await opened()
    choose(csvFile('Kod\n'))
    expect(await dialog.findByText('Dosyada kayıt yok.')).toBeVisible()
    expect(dialog.getByText('Satırlar denetlenemedi')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Oluştur' })).toBeDisabled()
    expect(dialog.getByLabelText('Tablo')).toHaveValue('Kod\n')
  })

  test('mistakes that arose after the check are shown, and no input is lost', async () => {
    const refused = { line: 2, code: 'T-1', ok: false, errors: { code: ['Bu kod kullanılıyor.'] } }
    let isTaken = false
    server.use(
      http.post('*/api/iots/bulk', async ({ request }) => {
        const { dry_run } = (await request.json()) as BulkInput
        if (!dry_run) {
          isTaken = true
          return HttpResponse.json(
            { message: '1 satırda hata var; hiçbir kayıt oluşturulmadı.', code: 'csv_rows_invalid', rows: [refused] },
            { status: 422 },
          )
        }
        return HttpResponse.json(isTaken ? { ...ready([]), rows: [refused] } : ready(['T-1']))
      }),
    )
    const { page, dialog, choose } = await opened()
    choose(csvFile('Kod\nT-1'))
    await page.events.click(await dialog.findByRole('button', { name: '1 terminali oluştur' }))
    expect(await dialog.findByText('1 satırda hata var; hiçbir kayıt oluşturulmadı.')).toBeVisible()
    expect(await dialog.findByText('Bu kod kullanılıyor.')).toBeVisible()
    expect(dialog.getByLabelText('Tablo')).toHaveValue('Kod\nT-1')
    expect(dialog.getByRole('button', { name: 'Oluştur' })).toBeDisabled()
  })
})

describe('the keys of terminals from a file', () => {
  async function created() {
    receives(({ dry_run }) => (dry_run ? ready(['T-1', '-2']) : { ...ready(['T-1', '-2']), created: 2, keys: KEYS }))
    const { page, dialog, choose } = await opened()
    choose(csvFile('Kod\nT-1\n-2'))
    await page.events.click(await dialog.findByRole('button', { name: '2 terminali oluştur' }))
    return { page, keys: within(await page.findByRole('dialog', { name: '2 terminal oluşturuldu' })) }
  }

  test('keys are downloaded as a file without formulas, and then the dialog closes without a question', async () => {
    const { page, keys } = await created()
    expect(keys.getByText('gizli-1')).toBeVisible()
    await page.events.click(keys.getByRole('button', { name: 'Anahtar dosyasını indir' }))
    expect(await keys.findByText('Dosya indirildi: terminal-anahtarlari.csv')).toBeVisible()
    expect(await saved.get('terminal-anahtarlari.csv')?.text()).toBe("code,key\r\nT-1,gizli-1\r\n'-2,gizli-2\r\n")
    await page.events.click(keys.getByRole('button', { name: 'Kapat' }))
    await waitFor(() => expect(page.address()).toBe('/terminals'))
    expect(page.queryByText('gizli-1')).toBeNull()
  })

  test('closing the dialog without downloading the keys asks first', async () => {
    const { page, keys } = await created()
    await page.events.keyboard('{Escape}')
    const question = within(await page.findByRole('alertdialog', { name: 'Anahtarlar indirilmedi' }))
    await page.events.click(question.getByRole('button', { name: 'Anahtarlara dön' }))
    expect(keys.getByText('gizli-2')).toBeVisible()
    await page.events.click(keys.getByRole('button', { name: 'Kapat' }))
    await page.events.click(await page.findByRole('button', { name: 'İndirmeden kapat' }))
    await waitFor(() => expect(page.address()).toBe('/terminals'))
  })
})

test('a pasted table is not discarded without a question', async () => {
  receives(() => ready(['T-1']))
  const { page, dialog } = await opened()
  await page.events.click(dialog.getByLabelText('Tablo'))
  await page.events.paste('Kod\tDurum\nT-1\tAktif')
  expect(await dialog.findByText('1 satır hazır')).toBeVisible()
  await page.events.click(dialog.getByRole('button', { name: 'Vazgeç' }))
  expect(await page.findByRole('alertdialog', { name: 'Değişiklikler kaydedilmedi' })).toBeVisible()
})
