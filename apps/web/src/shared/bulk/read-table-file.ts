import { MAX_BULK_BYTES } from '@dalyan/contracts/bulk'
import { errorText, type Language } from '@dalyan/contracts/errors'
import i18next from 'i18next'

/** `PK\x03\x04`: a zip archive, as workbooks are. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const UTF_16_LE = [0xff, 0xfe]

/**
 * The text of a CSV file: UTF-8, UTF-16 with a byte order mark, else Windows-1254, which Turkish Excel writes.
 * @throws Error with a text of the page for a workbook, or a file that is too large or unreadable
 */
export async function readTableFile(file: File): Promise<string> {
  const language: Language = i18next.language === 'en' ? 'en' : 'tr'
  if (file.size > MAX_BULK_BYTES)
    throw new Error(errorText('too_large', language, { limit: `${MAX_BULK_BYTES / 1024} KiB` }))
  const bytes = await bytesOf(file)
  const startsWith = (mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte)
  if (startsWith(ZIP)) throw new Error(i18next.t('bulk.workbook'))
  if (startsWith(UTF_16_LE)) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1254').decode(bytes)
  }
}

async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    throw new Error(i18next.t('bulk.unreadable'))
  }
}
