import type { Alarm } from '@dalyan/contracts/alarms'
import Typography from '@mui/material/Typography'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../shared/clock/use-now.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormSelect } from '../../../shared/form/FormSelect.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { isAdmin } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { alarmCondition } from '../public/alarm-condition.ts'
import { alarmName } from '../public/alarm-facts.ts'
import { shelveAlarm } from '../alarm-page.queries.ts'
import { CUSTOM, longestHours, SHELVE_PRESETS, shelveMinutes, type ShelveValues } from './shelve-values.ts'

interface Props {
  alarm: Alarm
  onShelved: (alarm: Alarm) => void
  onClose: () => void
}

/** Puts an alarm aside for a while, with the reason why. */
export function ShelveForm({ alarm, onShelved, onClose }: Props) {
  const { t } = useTranslation()
  const longest = longestHours(alarm.severity, isAdmin(useUser()))
  return (
    <FormDialog<ShelveValues, Alarm>
      title={t('alarmPage.shelveTitle', { name: alarmName(t, alarm) })}
      submit={t('alarmPage.actions.shelve')}
      failed={t('alarmPage.shelveFailed')}
      defaults={{ duration: String(SHELVE_PRESETS.h1), hours: '', reason: '' }}
      check={(values): Record<string, string> => ({
        ...(shelveMinutes(values, longest) === null ? { hours: t('alarmPage.hoursRange', { hours: longest }) } : {}),
        ...(values.reason.trim() === '' ? { reason: t('alarmPage.shelve.reasonRequired') } : {}),
      })}
      save={(values) =>
        shelveAlarm(alarm.id, { minutes: shelveMinutes(values, longest) ?? 0, reason: values.reason.trim() })
      }
      fieldOf={(name) => (name === 'minutes' ? 'hours' : name)}
      onSaved={onShelved}
      onClose={onClose}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('alarmPage.shelveBody', { condition: alarmCondition(t, alarm) })}
        {/* A critical one cannot become graver. */}
        {alarm.severity !== 'critical' && ` ${t('alarmPage.shelveBreaks')}`}
      </Typography>
      <Duration longest={longest} />
      <FormText name="reason" label={t('alarmPage.shelve.reason')} required multiline maxLength={1000} />
    </FormDialog>
  )
}

function Duration({ longest }: { longest: number }) {
  const { t } = useTranslation()
  const [duration, hours] = useWatch<ShelveValues, ['duration', 'hours']>({ name: ['duration', 'hours'] })
  const now = useNow()
  const minutes = shelveMinutes({ duration, hours, reason: '' }, longest)
  return (
    <>
      <FormSelect
        name="duration"
        label={t('alarmPage.shelve.duration')}
        required
        options={[
          ...(['m15', 'h1', 'h8'] as const).map((key) => ({
            value: String(SHELVE_PRESETS[key]),
            label: t(`alarmPage.shelve.${key}`),
          })),
          { value: CUSTOM, label: t('alarmPage.custom') },
        ]}
      />
      {duration === CUSTOM && (
        <FormText
          name="hours"
          label={t('alarmPage.hours')}
          required
          decimal
          hint={t('alarmPage.hoursHint', { hours: longest })}
        />
      )}
      {minutes !== null && (
        <Typography variant="body2">
          {t('alarmPage.shelveEnds', { time: formatDateTime(now + minutes * 60_000) })}
        </Typography>
      )}
    </>
  )
}
