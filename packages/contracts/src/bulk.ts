import * as z from 'zod/mini'

/** Maximum number of records in one file. */
export const MAX_BULK_ROWS = 1_000
/** Maximum number of columns, known or not. */
export const MAX_BULK_COLUMNS = 100
/** Maximum size of the call's body. */
export const MAX_BULK_BYTES = 1024 * 1024

/** Text in both languages. */
interface BilingualText {
  tr: string
  en: string
}

/**
 * A column of a file: the API's name of the field, and the name that users know. The first line of a file may use any of these, or a shorter
 * one.
 */
export interface BulkColumn<F extends string = string> extends BilingualText {
  field: F
  shorter?: readonly string[]
  isRequired?: true
}

/** A file's columns, named as in the terminal's form; the tank is given by its code. */
export const TERMINAL_BULK_COLUMNS = [
  { field: 'code', tr: 'Kod', en: 'Code', isRequired: true },
  { field: 'status', tr: 'Durum', en: 'Status' },
  { field: 'tank_code', tr: 'Tank kodu', en: 'Tank code', shorter: ['Tank'] },
  { field: 'expected_interval_seconds', tr: 'Beklenen aralık (sn)', en: 'Expected interval (s)' },
  { field: 'offline_after_seconds', tr: 'Sessizlik sınırı (sn)', en: 'Silence limit (s)' },
  { field: 'ip_address', tr: 'IP adresi', en: 'IP address' },
  { field: 'device_eui', tr: 'LoRaWAN adresi (EUI)', en: 'LoRaWAN address (EUI)' },
] as const satisfies readonly BulkColumn[]

/** As for terminals: the firm is given by its code or name, terminals by their codes, the template by its name. */
export const TANK_BULK_COLUMNS = [
  { field: 'code', tr: 'Kod', en: 'Code', isRequired: true },
  { field: 'name', tr: 'Tank adı', en: 'Tank name', shorter: ['Ad', 'Adı'], isRequired: true },
  { field: 'firm_code', tr: 'Firma kodu', en: 'Firm code', shorter: ['Firma', 'Firm'] },
  { field: 'range_template', tr: 'Aralık şablonu', en: 'Range template', shorter: ['Şablon', 'Template'] },
  { field: 'status', tr: 'Durum', en: 'Status' },
  {
    field: 'iot_codes',
    tr: 'Atanmış terminaller',
    en: 'Assigned terminals',
    shorter: ['Terminaller', 'Terminal', 'Terminals'],
  },
  { field: 'location', tr: 'Konum', en: 'Location' },
  { field: 'province', tr: 'İl', en: 'Province' },
  { field: 'district', tr: 'İlçe', en: 'District' },
  { field: 'address', tr: 'Adres', en: 'Address' },
  { field: 'notes', tr: 'Notlar', en: 'Notes', shorter: ['Not', 'Note'] },
] as const satisfies readonly BulkColumn[]

/** Words that a cell may contain instead of the API's word for a status. */
export const BULK_STATUS_WORDS = {
  active: { tr: 'Aktif', en: 'Active' },
  inactive: { tr: 'Pasif', en: 'Inactive' },
  suspended: { tr: 'Askıda', en: 'Suspended' },
  unauthorized: { tr: 'Yetkisiz', en: 'Unauthorized' },
  banned: { tr: 'Yasaklı', en: 'Banned' },
} as const satisfies Record<string, BilingualText>

/** A CSV file (comma, semicolon or tab; the first line names the columns). `dry_run`: only checks the file. */
export const BulkInput = z.object({ csv: z.string(), dry_run: z.boolean() })
export type BulkInput = z.infer<typeof BulkInput>

/** The result, or the expected result, of one line of the file; `errors` by column. */
export const BulkRow = z.object({
  /** Row number in a spreadsheet; row 1 names the columns. */
  line: z.int(),
  code: z.string(),
  ok: z.boolean(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
})
export type BulkRow = z.infer<typeof BulkRow>

/** All records were created, or after a dry run none; bad rows without a dry run are answered with 422 and the same fields. */
export const BulkAnswer = z.object({
  rows: z.array(BulkRow),
  created: z.int(),
  ignored_columns: z.array(z.string()),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>
