import type { RefusalNotice } from '@dalyan/contracts/device-messages'
import { expect, test } from 'vitest'
import { EMPTY_RECEIPT, type Receipt } from './accept-message.ts'
import { hasRefusal, noticeOf, noticeOfTopic } from './refusal-notices.ts'

const parsed = (payload: Buffer) => JSON.parse(payload.toString()) as RefusalNotice
const notice = (receipt: Partial<Receipt>) => parsed(noticeOf({ ...EMPTY_RECEIPT, ...receipt }))
const problem = { code: 'implausible', parts: { minimum: 0, maximum: 14 } } as const
const rejected = (index: number) => ({ index, errors: { ph: [problem] } })
const OUTSIDE = 'Değer fiziksel sınırların dışında (0…14).'

test('a notice of a refused message has the fields and texts of the answer by HTTP', () => {
  expect(notice({ rejected: [rejected(0)] })).toEqual({
    message: 'Hiçbir ölçüm kabul edilmedi.',
    code: 'no_reading_accepted',
    stored: 0,
    duplicates: 0,
    rejected: [{ index: 0, errors: { ph: [OUTSIDE] } }],
  })
  expect(notice({ problem: 'too_large' })).toMatchObject({
    code: 'too_large',
    message: expect.stringMatching('256 KiB'),
  })
})

test('a notice of a message that was stored in part names the first reason', () => {
  expect(notice({ stored: 1, rejected: [rejected(3)] })).toMatchObject({
    stored: 1,
    code: 'implausible',
    message: OUTSIDE,
  })
  expect(notice({ stored: 1, duplicates: 1, conflicts: 2 })).toMatchObject({ code: 'other_value_stored', conflicts: 2 })
})

test('values that were left out are gathered by their reading', () => {
  const values = [
    { index: 0, metric: 'ph', value: 99, problem },
    { index: 0, metric: 'orp', value: 'x', problem: { code: 'not_a_number', parts: {} } },
    { index: 4, metric: 'ph', value: -1, problem },
  ] satisfies Receipt['left_out']
  expect(notice({ stored: 5, left_out: values })).toMatchObject({
    code: 'implausible',
    rejected: [],
    left_out: [
      { index: 0, errors: { ph: [OUTSIDE], orp: ['Değer bir sayı olmalı.'] } },
      { index: 4, errors: { ph: [OUTSIDE] } },
    ],
  })
})

test('a notice has 8 KiB at most and counts what it does not list', () => {
  const receipt = { ...EMPTY_RECEIPT, rejected: Array.from({ length: 1_000 }, (_, n) => rejected(n)) }
  const payload = noticeOf(receipt)
  expect(payload.length).toBeLessThanOrEqual(8 * 1024)
  const { rejected: listed, more = 0 } = parsed(payload)
  expect(listed.length).toBeGreaterThan(80)
  expect(listed.length + more).toBe(1_000)
})

test('a notice of a message to another topic names the topic of the readings', () => {
  const message = expect.stringContaining('dalyan/v1/A/measurements') as string
  expect(parsed(noticeOfTopic('dalyan/v1/A/measurements'))).toMatchObject({ code: 'other_topic', message })
})

test('a duplicate is not a refusal', () => {
  expect(hasRefusal({ ...EMPTY_RECEIPT, duplicates: 1 })).toBe(false)
})
