import type { Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Limits } from '@dalyan/contracts/out-of-range'
import { expect, test } from 'vitest'
import { type DrawnMarks, drawnMarks } from './ChartLegend.tsx'
import type { SeriesChartsProps } from './SeriesCharts.tsx'

const same = (values: number[]) => ({ min: values, avg: values, max: values })
const series: Series = {
  from: '1970-01-01T00:00:00.000Z',
  to: '1970-01-01T00:04:00.000Z',
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

test.each<[string, Partial<SeriesChartsProps>, Partial<DrawnMarks>]>([
  ['nothing where a terminal has no limits and no gap', { limitsOf: () => null }, {}],
  ['limits and values outside them', {}, { limits: true, outOfRange: true }],
  ['no range where only metrics that are not shown have limits', { metrics: ['tank_temperature'] }, {}],
  [
    'a gap up to the end of the window',
    { window: { from: 0, to: 7200 } },
    { limits: true, outOfRange: true, gaps: true },
  ],
  ['an alarm in the window', { marks: { ph: [100] } }, { limits: true, outOfRange: true, alarms: true }],
  [
    'an alarm of the current step, which stands at the right edge',
    { marks: { ph: [240.4] } },
    { limits: true, outOfRange: true, alarms: true },
  ],
  [
    'a refused value in the window',
    { series: { ...series, refused: { ph: [{ time: 90, value: 5, reason: 'step' }] } } },
    { limits: true, outOfRange: true, refused: true },
  ],
  [
    'a prediction of a shown metric',
    { predictionOf: (metric) => (metric === 'ph' ? { times: [240], values: [8], errors: [0] } : null) },
    { limits: true, outOfRange: true, prediction: true },
  ],
  [
    'limits that were in force, though there are none now',
    {
      series: {
        ...series,
        limits: {
          ph: [
            { from: 0, min: 7.5, max: 9 },
            { from: 200, min: null, max: null },
          ],
        },
      },
      limitsOf: () => null,
    },
    { limits: true },
  ],
  [
    'no limits before a tank had some',
    {
      series: {
        ...series,
        limits: {
          ph: [
            { from: 0, min: null, max: null },
            { from: 999, min: 7.5, max: 8.3 },
          ],
        },
      },
    },
    {},
  ],
  ['no alarm outside the window', { marks: { ph: [999] } }, { limits: true, outOfRange: true }],
  [
    'neither limits nor gaps where metrics share a chart',
    {
      metrics: ['tank_temperature', 'ambient_temperature'],
      isOverlaid: true,
      limitsOf: () => ({ min: 1, max: 2 }),
      window: { from: 0, to: 7200 },
    },
    {},
  ],
])('the legend of charts explains %s', (_what, charts, drawn) => {
  expect(drawnMarks({ series, metrics: ['ph', 'tank_temperature'], window, limitsOf, ...charts })).toEqual({
    limits: false,
    outOfRange: false,
    gaps: false,
    refused: false,
    prediction: false,
    alarms: false,
    ...drawn,
  })
})
