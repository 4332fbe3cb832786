import { keyProfilesApi } from '@dalyan/contracts/key-profiles'
import { RangeTemplateInput, rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import i18next from 'i18next'
import { describe, expect, test } from 'vitest'
import list from '../../locales/tr/list.json' with { type: 'json' }
import { addWords } from '../i18n/add-words.ts'
import { readRecordFile, recordFile, recordFileName } from './record-file.ts'

addWords({ list })

const BODY = {
  name: 'Levrek',
  active: true,
  delay_seconds: 60,
  ranges: { ph: { min: 7, max: 8, severity: 'warning' } },
}
const read = (content: BlobPart) =>
  readRecordFile(rangeTemplatesApi, RangeTemplateInput, new File([content], 'a.json'), i18next.t)
const written = (record: unknown) => JSON.stringify({ dalyan: 'range-templates', version: 1, record })

test('a file that was saved creates the same record', async () => {
  expect(await read(recordFile(rangeTemplatesApi, BODY))).toEqual({ body: BODY })
})

test('a file is named by its kind and by what can stand in the name of a file', () => {
  expect(recordFileName(rangeTemplatesApi, 'Şuşa / ılık İç: 2')).toBe('range-templates-susa-ilik-ic-2.json')
  expect(recordFileName(keyProfilesApi, '../..')).toBe('key-profiles-dalyan.json')
})

describe('a file is refused', () => {
  test.each([
    ['that is no JSON', 'ph;7;8', /Dalyan’dan indirilmiş bir JSON dosyası değil/],
    ['of another program', '{"ranges":{}}', /Dalyan’dan indirilmiş bir JSON dosyası değil/],
    ['that holds null', 'null', /Dalyan’dan indirilmiş bir JSON dosyası değil/],
    ['of another kind of record', '{"dalyan":"key-profiles","version":1,"record":{}}', /“range-templates” gerekir/],
    ['of another version', '{"dalyan":"range-templates","version":2,"record":{}}', /başka bir sürümünün/],
    ['that is too large', ' '.repeat(300 * 1024), /en çok 256 KB/],
  ])('%s', async (_, content, problem) => {
    expect(await read(content)).toEqual({ problems: [expect.stringMatching(problem) as unknown] })
  })

  test('with what is wrong, by field', async () => {
    expect(await read(written({ ...BODY, delay_seconds: 9999, ranges: { ph: { min: 'yedi' } } }))).toEqual({
      problems: [
        expect.stringMatching(/^delay_seconds: .*3600/) as unknown,
        expect.stringMatching(/^ranges\.ph\.min: /) as unknown,
      ],
    })
  })
})
