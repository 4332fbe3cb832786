import type { AlarmPerformance } from '@dalyan/contracts/alarm-performance'
import type { AlarmFigures, AlarmStatistics } from '@dalyan/contracts/alarm-statistics'
import { SEVERITIES } from '@dalyan/contracts/alarm-words'

/** A window with alarms. */
export const FIGURES: AlarmFigures = {
  raised: 12,
  critical: 3,
  warning: 8,
  info: 1,
  low: 4,
  high: 7,
  silent: 1,
  out_seconds: 5 * 3600 + 40 * 60,
  silent_seconds: 1800,
  quality_seconds: 2 * 3600,
  acknowledged: 10,
  ack_median_seconds: 360,
  ack_p90_seconds: 1500,
  open: 2,
  shelved: 1,
}

/** A window without alarms. */
export const NO_FIGURES: AlarmFigures = {
  ...FIGURES,
  raised: 0,
  critical: 0,
  out_seconds: 0,
  silent_seconds: 0,
  quality_seconds: 0,
  acknowledged: 0,
  ack_median_seconds: null,
  ack_p90_seconds: null,
  open: 0,
  shelved: 0,
}

const days = [
  { day: '2026-11-19', critical: 0, warning: 2, info: 0 },
  { day: '2026-11-20', critical: 3, warning: 6, info: 1 },
]
/** The server's answer for the window. */
export const givenStatistics = (figures: AlarmFigures = FIGURES): AlarmStatistics => ({
  from: '2026-11-18T21:00:00.000Z',
  to: '2026-11-20T12:00:00.000Z',
  ...figures,
  days: figures.raised > 0 ? days : days.map(({ day }) => ({ day, critical: 0, warning: 0, info: 0 })),
  metrics:
    figures.raised > 0
      ? [
          { metric: 'ph' as const, raised: 9, out_seconds: 7200 },
          { metric: null, raised: 1, out_seconds: 0 },
        ]
      : [],
})

const TNK14 = { id: 14, code: 'TNK-014', name: 'Levrek larva 2' }
const PH = { tank: TNK14, iot: null, metric: 'ph', kind: 'high' } as const
const SILENCE = { tank: TNK14, iot: { id: 7, code: 'T-0214' }, metric: null, kind: 'silent' } as const
const untouched = { raised: 0, acknowledged: 0, waiting: 0, overdue: 0, median_seconds: null, p90_seconds: null }

/** The performance of a window without alarms, in which terminals delivered. */
export const NO_PERFORMANCE: AlarmPerformance = {
  from: '2026-11-18T21:00:00.000Z',
  to: '2026-11-20T21:00:00.000Z',
  seconds: 2 * 86_400,
  raised: 0,
  worst_hour: null,
  operators: { total: 2, administrators: 1, acknowledging: 0 },
  frequent: [],
  chattering: { total: 0, data: [] },
  stale: { total: 0, active: 0, data: [] },
  acknowledgements: SEVERITIES.map((severity) => ({ severity, ...untouched })),
  floods: { total: 0, seconds: 0, data: [] },
}

/** The performance of a window with every kind of problem. */
export const givenPerformance = (): AlarmPerformance => ({
  ...NO_PERFORMANCE,
  raised: 60,
  worst_hour: { from: '2026-11-20T07:00:00.000Z', raised: 27 },
  operators: { total: 2, administrators: 1, acknowledging: 1 },
  frequent: [
    { ...PH, raised: 24 },
    { ...SILENCE, raised: 5 },
  ],
  chattering: { total: 1, data: [{ ...PH, raised: 24, shortest_seconds: 95 }] },
  stale: {
    total: 1,
    active: 1,
    data: [
      { ...SILENCE, severity: 'critical', raised_at: '2026-11-18T22:00:00.000Z', cleared_at: null, is_shelved: true },
    ],
  },
  acknowledgements: [
    {
      severity: 'critical',
      raised: 10,
      acknowledged: 8,
      waiting: 1,
      overdue: 1,
      median_seconds: 240,
      p90_seconds: 1500,
    },
    {
      severity: 'warning',
      raised: 50,
      acknowledged: 50,
      waiting: 0,
      overdue: 0,
      median_seconds: 600,
      p90_seconds: 3600,
    },
    { severity: 'info', ...untouched },
  ],
  floods: {
    total: 1,
    seconds: 1440,
    data: [{ from: '2026-11-20T07:00:00.000Z', to: '2026-11-20T07:24:00.000Z', raised: 25, tanks: 9, silent: 20 }],
  },
})
