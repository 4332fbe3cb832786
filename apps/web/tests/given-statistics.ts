import type { AlarmFigures, AlarmStatistics } from '@dalyan/contracts/alarm-statistics'

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
