import {
  KEPT_LEVELS,
  type KeptLevel,
  LEAST_DAYS,
  type RetentionSetting,
  RETENTION_SETTINGS,
} from '@dalyan/contracts/measurement-retention'
import { measurementStorageApi, type StoredLevel } from '@dalyan/contracts/measurement-storage'
import { settingsApi, SystemSettingsChange } from '@dalyan/contracts/settings'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { ConfirmDialog } from '../../shared/form/ConfirmDialog.tsx'
import { contractProblems } from '../../shared/form/form-problems.ts'
import { formatBytes } from '../../shared/format/bytes.ts'
import { formatDate } from '../../shared/format/date-time.ts'
import { formatNumber } from '../../shared/format/number.ts'
import { QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { adminSettingsQueries, readSystem } from './public/admin-settings.queries.ts'
import { failureText, updateFailure } from './failure-text.ts'

type RetentionValues = Record<RetentionSetting, number | null>
type Typed = Record<KeptLevel, string>

const textOf = (days: number | null) => (days === null ? '' : String(days))
/** The contract refuses NaN, because it is no integer. */
const daysOf = (text: string) => (text.trim() === '' ? null : Number(text))

/** Shows and changes how long readings and roll-ups are kept, with their size on disk and what would be dropped. */
export function MeasurementRetention({ saved }: { saved: RetentionValues }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const show = useSnackbar()
  const [typed, setTyped] = useState<Typed>({
    raw: textOf(saved.measurement_retention_raw_days),
    '15m': textOf(saved.measurement_retention_15m_days),
    '6h': textOf(saved.measurement_retention_6h_days),
  })
  const [isAsking, setIsAsking] = useState(false)

  const body = Object.fromEntries(
    KEPT_LEVELS.map((level) => [RETENTION_SETTINGS[level], daysOf(typed[level])]),
  ) as Partial<RetentionValues>
  const problems = contractProblems(SystemSettingsChange, body)
  const isValid = Object.keys(problems).length === 0
  const query = Object.fromEntries(
    KEPT_LEVELS.flatMap((level) => {
      const days = daysOf(typed[level])
      return days === null || problems[RETENTION_SETTINGS[level]] ? [] : [[`${level}_days`, days]]
    }),
  )
  const storage = useQuery({
    queryKey: ['settings', 'admin', 'measurement-storage', query],
    queryFn: ({ signal }) => call(measurementStorageApi.summary, { query }, signal),
    placeholderData: keepPreviousData,
  })
  const saving = useMutation({
    mutationFn: () => call(settingsApi.updateSystem, { body }),
    onSuccess: (settings) => {
      cache.setQueryData(adminSettingsQueries.system().queryKey, readSystem(settings))
      show(t('common.states.saved'))
    },
    onSettled: () => setIsAsking(false),
  })
  const refused = saving.error instanceof ApiError ? saving.error.errors : {}
  const levelOf = (level: KeptLevel) => storage.data?.levels.find((one) => one.level === level)
  const expiring = KEPT_LEVELS.flatMap((level) => levelOf(level)?.expiring ?? [])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isValid || saving.isPending || storage.isPlaceholderData || !storage.data) return
    if (expiring.length > 0) setIsAsking(true)
    else saving.mutate()
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('settings.measurements.title')}
      onSubmit={submit}
      sx={{ display: 'grid', gap: 2 }}
    >
      <div>
        <Typography variant="h3">{t('settings.measurements.title')}</Typography>
        <Quiet small>{t('settings.measurements.intro')}</Quiet>
      </div>
      {storage.isError && <QueryError title={t('settings.measurements.loadFailed')} query={storage} />}
      {KEPT_LEVELS.map((level) => {
        const name = RETENTION_SETTINGS[level]
        const problem = problems[name] ?? refused[name]?.join(' ')
        return (
          <Box
            key={level}
            sx={{ display: 'grid', gap: 1, alignItems: 'start', gridTemplateColumns: { sm: '280px minmax(0, 1fr)' } }}
          >
            <TextField
              size="small"
              label={t(`settings.measurements.levels.${level}`)}
              value={typed[level]}
              onChange={(event) => {
                setTyped({ ...typed, [level]: event.target.value })
                saving.reset()
              }}
              error={problem !== undefined}
              helperText={problem ?? t('settings.measurements.hint', { least: LEAST_DAYS[level] })}
              slotProps={{
                inputLabel: { shrink: true },
                htmlInput: {
                  autoComplete: 'off',
                  inputMode: 'numeric',
                  maxLength: 5,
                  placeholder: t('settings.measurements.forEver'),
                },
              }}
            />
            <Box sx={{ minHeight: 44 }}>
              <StoredText stored={levelOf(level)} />
            </Box>
          </Box>
        )
      })}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <WriteButton type="submit" variant="outlined" aria-disabled={saving.isPending} sx={{ minHeight: 44 }}>
          {saving.isPending ? t('common.states.saving') : t('common.actions.save')}
        </WriteButton>
        {saving.error && (
          <Box role="alert" sx={({ tokens: { palette } }) => ({ color: palette.error.text })}>
            {failureText(saving.error, updateFailure(t))}
            {Object.keys(refused).length === 0 && `: ${saving.error.message}`}
          </Box>
        )}
      </Box>
      {isAsking && (
        <ConfirmDialog
          title={t('settings.measurements.confirmTitle')}
          body={
            <>
              {KEPT_LEVELS.map((level) => {
                const { expiring: gone } = levelOf(level) ?? {}
                return (
                  gone && (
                    <p key={level}>{`${t(`settings.measurements.names.${level}`)}: ${goneText(t, level, gone)}`}</p>
                  )
                )
              })}
              <p>{t('settings.measurements.confirmBody')}</p>
            </>
          }
          confirm={t('settings.measurements.confirm')}
          word={t('settings.measurements.word')}
          onClose={() => setIsAsking(false)}
          onConfirm={() => saving.mutate()}
        />
      )}
    </Box>
  )
}

type Gone = NonNullable<StoredLevel['expiring']>

function goneText(t: TFunction, level: KeptLevel, { before, readings, bytes }: Gone): string {
  const words = { date: formatDate(before), size: formatBytes(bytes) }
  if (level !== 'raw') return t('settings.measurements.gone', words)
  return t('settings.measurements.goneReadings', { ...words, readings: formatNumber(readings) })
}

/** The stored amount of a level, and the part of it that would be dropped. */
function StoredText({ stored }: { stored: StoredLevel | undefined }) {
  const { t } = useTranslation()
  if (!stored) return null
  const { level, oldest, bytes, expiring } = stored
  return (
    <>
      <Typography variant="body2">
        {oldest === null
          ? t('settings.measurements.nothingStored')
          : t('settings.measurements.stored', { date: formatDate(oldest), size: formatBytes(bytes) })}
      </Typography>
      {expiring ? (
        <Typography
          variant="body2"
          sx={({ tokens: { palette } }) => ({ color: palette.warning.text, fontWeight: 500 })}
        >
          {t('settings.measurements.willGo', { gone: goneText(t, level, expiring) })}
        </Typography>
      ) : (
        <Quiet small>{t('settings.measurements.nothingGoes')}</Quiet>
      )}
    </>
  )
}
