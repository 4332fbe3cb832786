import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import { LONGEST_MODE_MINUTES, TANK_MODES, type TankMode, type TankModeName } from '@dalyan/contracts/tank-modes'
import type { Tank } from '@dalyan/contracts/tanks'
import Typography from '@mui/material/Typography'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useMetrics } from '../../records/public/metrics-in-use.ts'
import modeWords from '../../../locales/tr/tank-modes.json' with { type: 'json' }
import { FormColumns, FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormSelect } from '../../../shared/form/FormSelect.tsx'
import { FormSwitch } from '../../../shared/form/FormSwitch.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { formatTime } from '../../../shared/format/date-time.ts'
import { readDecimal } from '../../../shared/format/decimal.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { MODE_PRESETS } from '../../records/public/tank-modes.ts'
import { useTankModes } from '../../records/public/use-tank-mode.ts'

addWords({ tankModes: modeWords })

type ModeValues = { name: TankModeName; minutes: string } & Record<MetricKey, boolean>

interface Props {
  /** At least one. */
  tanks: readonly Pick<Tank, 'id' | 'code'>[]
  onSaved?: () => void
  onClose: () => void
}

/** Starts a mode of one or several tanks, with a length and metrics of the user's choice. Permission: `tanks.operate`. */
export function ModeDialog({ tanks, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const show = useSnackbar()
  const metrics = useMetrics()
  const { start } = useTankModes(tanks.map(({ id }) => id))
  const what = tanks.length === 1 ? tanks[0]?.code : t('tankModes.tanks', { count: tanks.length })
  return (
    <FormDialog<ModeValues, TankMode>
      title={t('tankModes.startTitle', { code: what })}
      submit={t('tankModes.submit')}
      failed={t('tankModes.startFailed')}
      defaults={{ name: 'cleaning', ...presetValues('cleaning') }}
      check={(values): Record<string, string> => ({
        ...(minutesOf(values) === null ? { minutes: t('tankModes.minutesRange') } : {}),
        ...(heldBy(values, metrics).length === 0 ? { [SCREEN_ORDER[0] ?? '']: t('tankModes.metricsRequired') } : {}),
      })}
      save={(values) =>
        start.mutateAsync({ name: values.name, minutes: minutesOf(values) ?? 0, metrics: heldBy(values, metrics) })
      }
      onSaved={({ name, until }) => {
        onSaved?.()
        onClose()
        show(t('tankModes.started', { name: t(`tankModes.names.${name}`), time: formatTime(until) }))
      }}
      onClose={onClose}
    >
      <ModeFields />
    </FormDialog>
  )
}

function ModeFields() {
  const { t } = useTranslation()
  const metrics = useMetrics()
  const { getValues, setValue } = useFormContext<ModeValues>()
  function takePreset(): void {
    const preset = presetValues(getValues('name'))
    setValue('minutes', preset.minutes)
    for (const metric of SCREEN_ORDER) setValue(metric, preset[metric])
  }
  return (
    <>
      <FormColumns>
        <FormSelect
          name="name"
          label={t('tankModes.fields.name')}
          required
          options={TANK_MODES.map((name) => ({ value: name, label: t(`tankModes.names.${name}`) }))}
          onPick={takePreset}
        />
        <FormText name="minutes" label={t('tankModes.fields.minutes')} required decimal maxLength={5} />
      </FormColumns>
      <Typography variant="h3" component="p">
        {t('tankModes.fields.metrics')}
      </Typography>
      <FormColumns>
        {metrics.map((metric) => (
          <FormSwitch key={metric} name={metric} label={t(`measurements.metrics.${metric}`)} />
        ))}
      </FormColumns>
      <Quiet small>{t('tankModes.hint')}</Quiet>
    </>
  )
}

function presetValues(name: TankModeName): Omit<ModeValues, 'name'> {
  const { minutes, metrics } = MODE_PRESETS[name]
  const held = Object.fromEntries(SCREEN_ORDER.map((metric) => [metric, metrics.includes(metric)]))
  return { minutes: String(minutes), ...(held as Record<MetricKey, boolean>) }
}

/** The metrics that the user sees switched on. */
const heldBy = (values: ModeValues, shown: readonly MetricKey[]) => shown.filter((metric) => values[metric])

/** The typed minutes; null: not a whole number in the allowed range. */
function minutesOf({ minutes }: ModeValues): number | null {
  const typed = readDecimal(minutes)
  return typed !== null && Number.isInteger(typed) && typed >= 1 && typed <= LONGEST_MODE_MINUTES ? typed : null
}
