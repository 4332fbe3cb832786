import type { MetricKey } from '@dalyan/contracts/metrics'
import { expect, test } from 'vitest'
import type { ColumnarSeries } from './columnar-series.ts'
import { type DrawnMarks, drawnMarks } from './drawn-marks.ts'
import type { Limits } from './value-state.ts'

const same = (values: number[]) => ({ min: values, avg: values, max: values })
const series: ColumnarSeries<MetricKey> = {
  bucket_seconds: 60,
  times: [0, 60, 120, 180],
  metrics: {
    ph: same([8, 8, 8.6, 8]),
    tank_temperature: same([18, 18, 18, 18]),
    ambient_temperature: same([20, 20, 20, 20]),
  },
}
const window = { from: 0, to: 240 }
const limitsOf = (metric: MetricKey): Limits | null => (metric === 'ph' ? { min: 7.5, max: 8.3 } : null)

test.each<[string, Partial<Parameters<typeof drawnMarks>[0]>, Partial<DrawnMarks>]>([
  ['nothing where a terminal has no limits and no gap', { limitsOf: () => null }, {}],
  ['limits and what lies outside them', {}, { limits: true, outOfRange: true }],
  ['no range where only other metrics have limits', { metrics: ['tank_temperature'] }, {}],
  [
    'a gap up to the end of the window',
    { window: { from: 0, to: 7200 } },
    { limits: true, outOfRange: true, gaps: true },
  ],
  ['an alarm in the window', { marks: { ph: [100] } }, { limits: true, outOfRange: true, alarms: true }],
  [
    'an alarm of the last step, which stands at the right edge',
    { marks: { ph: [240.4] } },
    { limits: true, outOfRange: true, alarms: true },
  ],
  ['no alarm of another time', { marks: { ph: [999] } }, { limits: true, outOfRange: true }],
  [
    'neither limits nor gaps of metrics that share a chart',
    {
      metrics: ['tank_temperature', 'ambient_temperature'],
      isOverlaid: true,
      limitsOf: () => ({ min: 1, max: 2 }),
      window: { from: 0, to: 7200 },
    },
    {},
  ],
])('a legend names %s', (_what, charts, drawn) => {
  expect(drawnMarks({ series, metrics: ['ph', 'tank_temperature'], window, limitsOf, ...charts })).toEqual({
    limits: false,
    outOfRange: false,
    gaps: false,
    alarms: false,
    ...drawn,
  })
})
