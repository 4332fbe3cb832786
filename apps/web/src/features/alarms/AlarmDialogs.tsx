import type { ShelveInput } from '@dalyan/contracts/alarms'
import type { Severity } from '@dalyan/contracts/alarm-words'
import { DEFAULT_SHELVE_MINUTES, longestShelfMinutes, SHELVE_DURATIONS } from '@dalyan/contracts/shelving'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/clock/use-now.ts'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import { FormSelect } from '../../shared/form/FormSelect.tsx'
import { FormText } from '../../shared/form/FormText.tsx'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { readDecimal } from '../../shared/format/decimal.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { Quiet } from '../../shared/ui/Quiet.tsx'

export interface AlarmDialogProps {
  name: 'note' | 'shelve'
  /** Names the alarm or the incident. */
  title: string
  condition: string
  severity: Severity
  acknowledge: (note: string | null) => Promise<unknown>
  shelve: (input: ShelveInput) => Promise<unknown>
}

interface Props extends AlarmDialogProps {
  onClose: () => void
}

/** Acknowledges an alarm, or all of an incident, with a note, or shelves them for a time with a reason. */
export function AlarmDialog({ name, ...props }: Props) {
  return name === 'note' ? <NoteForm {...props} /> : <ShelveForm {...props} />
}

function NoteForm({ title, acknowledge, onClose }: Omit<Props, 'name'>) {
  const { t } = useTranslation()
  return (
    <FormDialog<{ note: string }, unknown>
      title={t('alarmPage.noteTitle', { name: title })}
      submit={t('alarms.actions.ack')}
      failed={t('alarms.messages.ackFailed')}
      defaults={{ note: '' }}
      check={() => ({})}
      save={({ note }) => acknowledge(note.trim() || null)}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormText name="note" label={t('alarms.fields.note')} multiline maxLength={1000} />
    </FormDialog>
  )
}

function ShelveForm({ title, condition, severity, shelve, onClose }: Omit<Props, 'name'>) {
  const { t } = useTranslation()
  const longest = longestShelfMinutes(severity, may(useUser(), 'tanks.manage'))
  return (
    <FormDialog<ShelveValues, unknown>
      title={t('alarmPage.shelveTitle', { name: title })}
      submit={t('alarmPage.actions.shelve')}
      failed={t('alarmPage.shelveFailed')}
      defaults={{ duration: String(DEFAULT_SHELVE_MINUTES), hours: '', reason: '' }}
      check={(values): Record<string, string> => ({
        ...(shelveMinutes(values, longest) === null
          ? { hours: t('alarmPage.hoursRange', { hours: longest / 60 }) }
          : {}),
        ...(values.reason.trim() === '' ? { reason: t('alarmPage.shelve.reasonRequired') } : {}),
      })}
      save={(values) =>
        shelve({
          minutes: shelveMinutes(values, longest) ?? 0,
          reason: values.reason.trim(),
        })
      }
      fieldOf={(name) => (name === 'minutes' ? 'hours' : name)}
      onSaved={onClose}
      onClose={onClose}
    >
      <Quiet small>
        {t('alarmPage.shelveBody', { condition })}
        {/* A critical alarm has no higher severity. */}
        {severity !== 'critical' && ` ${t('alarmPage.shelveBreaks')}`}
      </Quiet>
      <Duration longest={longest} />
      <ReasonChips />
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
          ...SHELVE_DURATIONS.map((offered) => ({
            value: String(offered.minutes),
            label: t(`alarmPage.shelve.${offered.name}`),
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
          hint={t('alarmPage.hoursHint', { hours: longest / 60 })}
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

const REASONS = ['cleaning', 'feeding', 'water_change', 'sensor_fault'] as const

/** The usual reasons: a press writes one into the field below; the last one leaves the field to be typed. */
function ReasonChips() {
  const { t } = useTranslation()
  const { setValue, setFocus } = useFormContext<ShelveValues>()
  const reason = useWatch<ShelveValues, 'reason'>({ name: 'reason' })
  const chips = [...REASONS.map((name) => t(`alarmPage.shelve.reasons.${name}`)), null]
  return (
    <Box
      role="group"
      aria-label={t('alarmPage.shelve.reasonsLabel')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '& .MuiChip-root': { height: { xs: 44, sm: 32 }, px: 0.5 } }}
    >
      {chips.map((text) => (
        <Chip
          key={text}
          label={text ?? t('alarmPage.shelve.reasons.other')}
          component="button"
          type="button"
          clickable
          aria-pressed={text !== null && text === reason}
          variant={text !== null && text === reason ? 'filled' : 'outlined'}
          color={text !== null && text === reason ? 'primary' : 'default'}
          onClick={() => {
            setValue('reason', text ?? '', { shouldDirty: true, shouldValidate: text !== null })
            if (text === null) setFocus('reason')
          }}
        />
      ))}
    </Box>
  )
}

const CUSTOM = 'custom'

interface ShelveValues {
  duration: string
  hours: string
  reason: string
}

/** The chosen or typed minutes; null: not a number, or longer than `longest`, also in minutes. */
function shelveMinutes({ duration, hours }: ShelveValues, longest: number): number | null {
  if (duration !== CUSTOM) return Number(duration)
  const typed = readDecimal(hours)
  const minutes = typeof typed === 'number' ? Math.round(typed * 60) : 0
  return minutes >= 1 && minutes <= longest ? minutes : null
}
