import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, type ApiError as Refusal } from '../api/api-error.ts'
import { SnackbarProvider } from '../ui/SnackbarProvider.tsx'
import { ExportButton } from './ExportButton.tsx'
import type { ExportFile } from './use-export.ts'

const CSV = 'text/csv'
let saved: { name: string; content: Blob }[]
let made: Blob[]

beforeEach(() => {
  saved = []
  made = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob)
    return 'blob:made'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: made.at(-1) ?? new Blob() })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  delete window.showSaveFilePicker
})

/** A file whose chunks arrive when the test sends them. */
function comingFile() {
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined
  let end: AbortSignal | undefined
  const file: ExportFile = {
    label: 'CSV indir',
    name: 'olcumler.csv',
    open: (signal) => {
      end = signal
      const content = new ReadableStream<Uint8Array>({ start: (controller) => void (feed = controller) })
      return Promise.resolve({ name: 'measurements-TNK-014.csv', type: CSV, content })
    },
  }
  return {
    file,
    send: (bytes: number) => feed?.enqueue(new Uint8Array(bytes).fill(65)),
    finish: () => feed?.close(),
    isAborted: () => end?.aborted ?? false,
  }
}

const show = (...files: ExportFile[]) =>
  render(
    <SnackbarProvider>
      <ExportButton files={files} />
    </SnackbarProvider>,
  )
const events = userEvent.setup()

test('the file has the name that the server gives, and its size is shown during and after the download', async () => {
  const coming = comingFile()
  show(coming.file)
  await events.click(screen.getByRole('button', { name: 'CSV indir' }))
  expect(await screen.findByText('Dosya hazırlanıyor…')).toBeVisible()
  coming.send(2_300_000)
  expect(await screen.findByText(/2,3\sMB indirildi/)).toBeVisible()
  coming.send(100_000)
  coming.finish()
  expect(await screen.findByText(/Dosya indirildi \(2,4\sMB\)/)).toBeVisible()
  expect(saved.map(({ name, content }) => [name, content.size, content.type])).toEqual([
    ['measurements-TNK-014.csv', 2_400_000, CSV],
  ])
  expect(screen.getByRole('button', { name: 'CSV indir' })).toBeVisible()
})

test('cancelling ends the call, saves nothing and is no error', async () => {
  const coming = comingFile()
  show(coming.file)
  await events.click(screen.getByRole('button', { name: 'CSV indir' }))
  await screen.findByText('Dosya hazırlanıyor…')
  coming.send(1000)
  await events.click(screen.getByRole('button', { name: 'İndirmeyi iptal et' }))
  expect(await screen.findByRole('button', { name: 'CSV indir' })).toBeVisible()
  expect(coming.isAborted()).toBe(true)
  expect(saved).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a refusal is shown in the words of the server', async () => {
  const refusal: Refusal = new ApiError(429, 'too_many_exports', 'Aynı anda en fazla iki dosya alınabilir.')
  show({ label: 'CSV indir', name: 'a.csv', open: () => Promise.reject(refusal) })
  await events.click(screen.getByRole('button', { name: 'CSV indir' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Aynı anda en fazla iki dosya alınabilir.')
})

test('several file types are offered in a menu', async () => {
  const coming = comingFile()
  show(coming.file, { ...coming.file, label: 'Excel (XLSX) indir', name: 'olcumler.xlsx' })
  await events.click(screen.getByRole('button', { name: 'Dışa aktar' }))
  await events.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX) indir' }))
  expect(await screen.findByText('Dosya hazırlanıyor…')).toBeVisible()
})

/** A file that the user picked, with the bytes written to it. */
function picked(size: number) {
  const written: number[] = []
  const remove = vi.fn(() => Promise.resolve())
  const handle = {
    createWritable: () =>
      Promise.resolve(new WritableStream<Uint8Array>({ write: (part) => void written.push(part.byteLength) })),
    getFile: () => Promise.resolve(new File([new Uint8Array(size)], 'a.csv')),
    remove,
  }
  return { written, remove, handle }
}

test('where the browser supports it, bytes are written to the picked file as they arrive', async () => {
  const { handle, written } = picked(0)
  const asked: string[] = []
  window.showSaveFilePicker = ({ suggestedName }) => {
    asked.push(suggestedName)
    return Promise.resolve(handle)
  }
  const coming = comingFile()
  show(coming.file)
  await events.click(screen.getByRole('button', { name: 'CSV indir' }))
  await screen.findByText('Dosya hazırlanıyor…')
  coming.send(5000)
  await waitFor(() => expect(written).toEqual([5000]))
  coming.finish()
  expect(await screen.findByText(/Dosya indirildi/)).toBeVisible()
  expect(asked).toEqual(['olcumler.csv'])
  expect(saved).toEqual([])
})

test('after a refusal the empty file is removed, an older file of that name stays', async () => {
  const refused = { label: 'CSV indir', name: 'a.csv', open: () => Promise.reject(new ApiError(429, 'x', 'Sonra.')) }
  const fresh = picked(0)
  window.showSaveFilePicker = () => Promise.resolve(fresh.handle)
  show(refused)
  await events.click(screen.getByRole('button', { name: 'CSV indir' }))
  await screen.findByRole('alert')
  expect(fresh.remove).toHaveBeenCalledOnce()

  const older = picked(77)
  window.showSaveFilePicker = () => Promise.resolve(older.handle)
  await events.click(screen.getByRole('button', { name: 'CSV indir' }))
  await waitFor(() => expect(screen.getByRole('alert')).toBeVisible())
  expect(older.remove).not.toHaveBeenCalled()
})

test('closing the file picker sends no call', async () => {
  window.showSaveFilePicker = () => Promise.reject(new DOMException('no', 'AbortError'))
  const open = vi.fn()
  show({ label: 'CSV indir', name: 'a.csv', open })
  await events.click(screen.getByRole('button', { name: 'CSV indir' }))
  expect(open).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'CSV indir' })).toBeVisible()
})
