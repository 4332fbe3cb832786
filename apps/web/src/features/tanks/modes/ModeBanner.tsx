import type { TankMode } from '@dalyan/contracts/tank-modes'
import type { Tank } from '@dalyan/contracts/tanks'
import { type MetricKey, metricsInUse, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import modeWords from '../../../locales/tr/tank-modes.json' with { type: 'json' }
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { limitsOf } from '../../records/public/tank-limits.ts'
import { MODE_ICONS, runningMode } from '../../records/public/tank-modes.ts'
import { useTankMode } from '../../records/public/use-tank-mode.ts'
import { ModeLeft } from './ModeText.tsx'

addWords({ tankModes: modeWords })

/** The mode that the tank is in: how long it lasts, what it holds, and a button that ends it. Nothing while there is none. */
export function ModeBanner({ tank, isLarge = false }: { tank: Tank; isLarge?: boolean }) {
  const mode = useFromNow((now) => runningMode(tank, now))
  return mode && <Banner tank={tank} mode={mode} isLarge={isLarge} />
}

function Banner({ tank, mode, isLarge }: { tank: Tank; mode: TankMode; isLarge: boolean }) {
  const { t } = useTranslation()
  const show = useSnackbar()
  const { end } = useTankMode(tank.id)
  const name = t(`tankModes.names.${mode.name}`)
  const mayEnd = may(useUser(), 'tanks.operate')
  return (
    <Box
      component="section"
      data-mode={mode.name}
      sx={({ tokens: { palette } }) => ({
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        alignItems: 'center',
        gap: '4px 12px',
        px: 1.5,
        py: 1,
        border: `1px solid ${palette.outline}`,
        borderRadius: 1,
        bgcolor: 'background.paper',
      })}
    >
      <Icon path={MODE_ICONS[mode.name]} sx={{ fontSize: isLarge ? 32 : 24 }} />
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 700, fontSize: isLarge ? '1.25rem' : '1rem' }}>
          <ModeLeft mode={mode} />
        </Box>
        <Quiet small>{modeFacts(t, tank, mode).join(' ')}</Quiet>
      </Box>
      {mayEnd && (
        <WriteButton
          variant="outlined"
          loading={end.isPending}
          aria-label={t('tankModes.endOf', { name })}
          onClick={() => end.mutate(undefined, { onSuccess: () => show(t('tankModes.ended', { name })) })}
          sx={{ minHeight: isLarge ? 56 : 44 }}
        >
          {t('tankModes.end')}
        </WriteButton>
      )}
      {end.error && (
        <Alert severity="error" sx={{ gridColumn: '1 / -1', py: 0 }}>
          {t('tankModes.endFailed')}: {end.error.message}
        </Alert>
      )}
    </Box>
  )
}

/** What the mode holds, and which metrics with limits it does not hold: `pH ve Tuzluluk uyarıları duruyor. Tank Sıcaklığı izleniyor.` */
export function modeFacts(t: TFunction, tank: Tank, { metrics, by }: TankMode): string[] {
  const names = new Intl.ListFormat('tr')
  const listed = (keys: readonly MetricKey[]) => ({
    metrics: names.format(keys.map((key) => t(`measurements.metrics.${key}`))),
  })
  const isInUse = (key: MetricKey) => Boolean(tank.last_measurement?.[key]) || limitsOf(tank, key) !== null
  const held = metricsInUse(SCREEN_ORDER, isInUse).filter((key) => metrics.includes(key))
  const watched = SCREEN_ORDER.filter((key) => !metrics.includes(key) && limitsOf(tank, key) !== null)
  return [
    t('tankModes.held', listed(held)),
    ...(watched.length > 0 ? [t('tankModes.watched', listed(watched))] : []),
    ...(by ? [t('tankModes.by', by)] : []),
  ]
}
