import {
  type CALIBRATION_POINTS,
  type CalibrationPoint,
  evaluateCalibration,
} from '@dalyan/contracts/calibration-rules'
import { type Calibration, CalibrationInput, calibrationsApi } from '@dalyan/contracts/calibrations'
import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import calibrations from '../../../locales/tr/calibrations.json' with { type: 'json' }
import { call } from '../../../shared/api/call.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { FormColumns, FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormSelect } from '../../../shared/form/FormSelect.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { contractProblems, type Problems } from '../../../shared/form/form-problems.ts'
import { readTypedTime, typedTime } from '../../../shared/form/typed-time.ts'
import { useDone } from '../../../shared/form/use-done.ts'
import { readDecimal } from '../../../shared/format/decimal.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { journalKeys } from '../../journal/public/journal-keys.ts'
import { newEntryId } from '../../journal/public/journal-queue.ts'
import { useMetrics } from '../../records/public/metrics-in-use.ts'
import { resultTexts, VERDICT_LOOKS } from './calibration-look.ts'
import { calibrationKeys } from './calibrations.queries.ts'

addWords({ calibrations })

const DEFAULT_DAYS = 30
/** The difference to the server's clock is known to a second, and the user types minutes. */
const CLOCK_AHEAD_MS = 60_000

interface Props {
  /** The tank has at least one terminal. */
  tank: Pick<Tank, 'id' | 'code' | 'iots'>
  onClose: () => void
}

/** Enters a calibration of a probe on a tank, and shows its result while it is typed. Permission: `journal.write`. */
export function CalibrationDialog({ tank, onClose }: Props) {
  const { t } = useTranslation()
  const done = useDone(onClose, calibrationKeys.all, journalKeys.all)
  // The id stays the same when the user sends again after a lost answer, so that the server stores the calibration once.
  const [id] = useState(newEntryId)
  const [defaults] = useState(() => emptyCalibration(tank, serverNow()))
  return (
    <FormDialog<CalibrationValues, Calibration>
      title={t('calibrations.addTitle', { code: tank.code })}
      submit={t('common.actions.save')}
      failed={t('calibrations.saveFailed')}
      defaults={defaults}
      check={(values) => calibrationProblems(values, calibrationBody(values, id, tank.id), t)}
      fieldOf={calibrationFieldOf}
      save={(values) => call(calibrationsApi.write, { body: calibrationBody(values, id, tank.id) })}
      onSaved={() => done(t('calibrations.saved'))}
      onClose={onClose}
    >
      <CalibrationFields tank={tank} />
    </FormDialog>
  )
}

function CalibrationFields({ tank }: Pick<Props, 'tank'>) {
  const { t } = useTranslation()
  const metrics = useMetrics()
  const values = useWatch<CalibrationValues>() as CalibrationValues
  return (
    <>
      <FormColumns>
        <FormSelect
          name="iot_id"
          label={t('calibrations.fields.terminal')}
          required
          options={tank.iots.map((terminal) => ({ value: String(terminal.id), label: terminal.code }))}
        />
        <FormSelect
          name="metric"
          label={t('calibrations.fields.metric')}
          required
          options={metrics.map((metric) => ({ value: metric, label: t(`measurements.metrics.${metric}`) }))}
        />
        <FormText name="at" label={t('calibrations.fields.at')} required maxLength={20} />
        <FormSelect
          name="points"
          label={t('calibrations.fields.points')}
          required
          options={POINT_NUMBERS.map((number) => ({ value: String(number), label: String(number) }))}
        />
      </FormColumns>
      {shownPoints(values).map((number) => (
        <PointFields key={number} number={number} metric={values.metric} />
      ))}
      {/* Always there, so that screen readers announce the result when it appears. */}
      <div role="status">
        <LiveResult metric={values.metric} points={completePoints(values)} />
      </div>
      <FormColumns>
        <FormText name="lot" label={t('calibrations.fields.lot')} maxLength={60} />
        <FormText
          name="next_in_days"
          label={t('calibrations.fields.nextInDays')}
          hint={t('calibrations.daysHint')}
          decimal
          maxLength={3}
        />
      </FormColumns>
      <FormText name="note" label={t('calibrations.fields.note')} multiline maxLength={1000} />
    </>
  )
}

function PointFields({ number, metric }: { number: PointNumber; metric: MetricKey }) {
  const { t } = useTranslation()
  const headingId = useId()
  const { unit } = metricOf(metric)
  const shared = {
    decimal: true,
    maxLength: 12,
    ...(unit === '' ? {} : { end: <InputAdornment position="end">{unit}</InputAdornment> }),
  }
  return (
    <Box role="group" aria-labelledby={headingId} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h3" component="p" id={headingId}>
        {t('calibrations.point', { number })}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        <FormText name={`expected_${number}`} label={t('calibrations.fields.expected')} required {...shared} />
        <FormText name={`before_${number}`} label={t('calibrations.fields.before')} required {...shared} />
        <FormText
          name={`after_${number}`}
          label={t('calibrations.fields.after')}
          hint={t('calibrations.afterHint')}
          {...shared}
        />
      </Box>
    </Box>
  )
}

/** The result of the complete points and what to do; nothing before the first is complete. */
function LiveResult({ metric, points }: { metric: MetricKey; points: readonly CalibrationPoint[] }) {
  const { t } = useTranslation()
  if (points.length === 0) return null
  const result = evaluateCalibration(metric, points)
  const { icon, colour } = VERDICT_LOOKS[result.verdict]
  return (
    <Alert severity={colour} icon={<Icon path={icon} />} role="presentation">
      <AlertTitle>{t(`calibrations.verdicts.${result.verdict}`)}</AlertTitle>
      <Box sx={{ fontWeight: 700 }}>{resultTexts(t, metric, result).join(' · ')}</Box>
      {t(`calibrations.advice.${result.verdict}`)}
    </Alert>
  )
}

const POINT_NUMBERS = [1, 2, 3] as const satisfies readonly number[] & { length: typeof CALIBRATION_POINTS.most }
type PointNumber = (typeof POINT_NUMBERS)[number]
const POINT_FIELDS = ['expected', 'before', 'after'] as const
type PointField = (typeof POINT_FIELDS)[number]

/** The values of the form, as typed. `points` is the number of points; those of hidden points are not sent. */
type CalibrationValues = Record<'iot_id' | 'at' | 'points' | 'lot' | 'next_in_days' | 'note', string> &
  Record<`${PointField}_${PointNumber}`, string> & { metric: MetricKey }

/** The empty form with the present time; keys in the order of the screen. @param now epoch milliseconds */
function emptyCalibration({ iots }: Pick<Tank, 'iots'>, now: number): CalibrationValues {
  const [only] = iots
  return {
    iot_id: only && iots.length === 1 ? String(only.id) : '',
    metric: 'ph',
    at: typedTime(new Date(now).toISOString()),
    points: '2',
    expected_1: '',
    before_1: '',
    after_1: '',
    expected_2: '',
    before_2: '',
    after_2: '',
    expected_3: '',
    before_3: '',
    after_3: '',
    lot: '',
    next_in_days: String(DEFAULT_DAYS),
    note: '',
  }
}

const shownPoints = ({ points }: CalibrationValues) => POINT_NUMBERS.filter((number) => number <= Number(points))

/** A point as typed; what is missing or no number is NaN, except the optional value. */
function typedPoint(values: CalibrationValues, number: PointNumber): CalibrationPoint {
  return {
    expected: readDecimal(values[`expected_${number}`]) ?? Number.NaN,
    before: readDecimal(values[`before_${number}`]) ?? Number.NaN,
    after: readDecimal(values[`after_${number}`]),
  }
}

/** The points whose result can be computed; the last value counts once it is a number. */
function completePoints(values: CalibrationValues): CalibrationPoint[] {
  return shownPoints(values)
    .map((number) => typedPoint(values, number))
    .filter(({ expected, before }) => Number.isFinite(expected) && Number.isFinite(before))
    .map((point) => ({ ...point, after: Number.isNaN(point.after) ? null : point.after }))
}

function calibrationBody(values: CalibrationValues, id: string, tankId: number): z.input<typeof CalibrationInput> {
  return {
    id,
    tank_id: tankId,
    iot_id: Number(values.iot_id),
    metric: values.metric,
    at: readTypedTime(values.at) ?? '',
    points: shownPoints(values).map((number) => typedPoint(values, number)),
    lot: values.lot.trim() || null,
    note: values.note.trim() || null,
    next_in_days: readDecimal(values.next_in_days),
  }
}

/** The form's field for a name in the contract's and the server's errors: `points.0.expected` is `expected_1`. */
function calibrationFieldOf(name: string): string {
  const [, index, field] = /^points\.(\d)\.(\w+)$/.exec(name) ?? []
  return index === undefined ? name : `${field}_${Number(index) + 1}`
}

/** The problems of the typed calibration, by field. */
function calibrationProblems(
  values: CalibrationValues,
  body: z.input<typeof CalibrationInput>,
  t: TFunction,
): Problems {
  const ofContract = Object.entries(contractProblems(CalibrationInput, body))
  const required = (field: string) => t('validation.required', { field })
  return {
    ...Object.fromEntries(ofContract.map(([name, text]) => [calibrationFieldOf(name), text])),
    ...(values.iot_id === '' ? { iot_id: required(t('calibrations.fields.terminal')) } : {}),
    ...(isPast(body.at) ? {} : { at: t('calibrations.timeInvalid') }),
    ...(Number.isInteger(body.next_in_days ?? 0) ? {} : { next_in_days: t('validation.integer') }),
    ...Object.fromEntries(
      shownPoints(values).flatMap((number) =>
        POINT_FIELDS.flatMap((field) => {
          const typed = readDecimal(values[`${field}_${number}`])
          if (Number.isNaN(typed)) return [[`${field}_${number}`, t('validation.number')]]
          const isMissing = typed === null && field !== 'after'
          return isMissing ? [[`${field}_${number}`, required(t(`calibrations.fields.${field}`))]] : []
        }),
      ),
    ),
  }
}

const isPast = (at: string) => Date.parse(at) <= serverNow() + CLOCK_AHEAD_MS
