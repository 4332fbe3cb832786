import type { Alarm } from '@dalyan/contracts/alarms'
import type { Severity } from '@dalyan/contracts/range-templates'
import Typography from '@mui/material/Typography'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/clock/use-now.ts'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import { FormSelect } from '../../shared/form/FormSelect.tsx'
import { FormText } from '../../shared/form/FormText.tsx'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { readDecimal } from '../../shared/format/decimal.ts'
import { isAdmin } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { shelveAlarm } from './alarm-page.queries.ts'
import { alarmName } from './public/alarm-facts.ts'
import { alarmCondition } from './public/alarm-look.ts'

interface Props {
  alarm: Alarm
  onAcknowledge: (note: string | null) => Promise<unknown>
  onClose: () => void
}

/** Acknowledges an alarm with a note. */
export function NoteForm({ alarm, onAcknowledge, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormDialog<{ note: string }, unknown>
      title={t('alarmPage.noteTitle', { name: alarmName(t, alarm) })}
      submit={t('alarms.actions.ack')}
      failed={t('alarms.messages.ackFailed')}
      defaults={{ note: '' }}
      check={() => ({})}
      save={({ note }) => onAcknowledge(note.trim() || null)}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormText name="note" label={t('alarms.fields.note')} multiline maxLength={1000} />
    </FormDialog>
  )
}

interface ShelveFormProps {
  alarm: Alarm
  onShelved: (alarm: Alarm) => void
  onClose: () => void
}

/** Shelves an alarm for a time, with a reason. */
export function ShelveForm({ alarm, onShelved, onClose }: ShelveFormProps) {
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
        {/* A critical alarm has no higher severity. */}
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

/** The offered durations in minutes. */
const SHELVE_PRESETS = { m15: 15, h1: 60, h8: 480 } as const
const CUSTOM = 'custom'

interface ShelveValues {
  duration: string
  hours: string
  reason: string
}

/** The longest shelving in hours (docs/behaviour/alarms.md): administrators seven days; operators, and critical alarms, eight hours. */
function longestHours(severity: Severity, byAdmin: boolean): number {
  return byAdmin && severity !== 'critical' ? 7 * 24 : 8
}

/** The chosen or typed minutes; null: not a number, or not allowed. */
function shelveMinutes({ duration, hours }: ShelveValues, longest: number): number | null {
  if (duration !== CUSTOM) return Number(duration)
  const typed = readDecimal(hours)
  const minutes = typeof typed === 'number' ? Math.round(typed * 60) : 0
  return minutes >= 1 && minutes <= longest * 60 ? minutes : null
}
