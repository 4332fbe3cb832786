import { type Measurement, measurementsApi } from '@dalyan/contracts/measurements'
import { metricOf, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import measurements from '../../../locales/tr/measurements.json' with { type: 'json' }
import { call } from '../../../shared/api/call.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { FormColumns, FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { addWords } from '../../../shared/i18n/add-words.ts'
import {
  emptyReading,
  type ManualReadingValues,
  readingBody,
  readingFieldOf,
  readingProblems,
} from '../manual-reading-values.ts'

addWords({ measurements })

interface Props {
  tank: { id: number; code: string }
  /** After saving: refetches the queries that show it, closes, and confirms with `measurements.add.success`. */
  onSaved: (reading: Measurement) => void
  onClose: () => void
}

/** Enters a reading that the user took with a hand-held instrument: a time, and any of the nine values. Permission: `measurements.create`. */
export function ManualReadingDialog({ tank, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const [defaults] = useState(() => emptyReading(serverNow()))
  return (
    <FormDialog<ManualReadingValues, Measurement>
      title={t('measurements.add.titleFor', { code: tank.code })}
      submit={t('measurements.add.submit')}
      failed={t('measurements.add.failed')}
      defaults={defaults}
      check={(values) => readingProblems(values, t)}
      fieldOf={readingFieldOf}
      save={(values) => call(measurementsApi.enter, { params: { id: tank.id }, body: readingBody(values) })}
      onSaved={onSaved}
      onClose={onClose}
    >
      <FormText name="measured_at" label={t('measurements.add.measuredAt')} hint={t('measurements.add.timeHint')} />
      <FormColumns>
        {SCREEN_ORDER.map((metric) => (
          <FormText
            key={metric}
            name={metric}
            label={t(`measurements.metrics.${metric}`)}
            decimal
            maxLength={12}
            end={<InputAdornment position="end">{metricOf(metric).unit}</InputAdornment>}
          />
        ))}
      </FormColumns>
    </FormDialog>
  )
}
