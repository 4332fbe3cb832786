import type { Diagnosis } from '@dalyan/contracts/diagnosis'
import type { Terminal } from '@dalyan/contracts/terminals'
import {
  mdiAccessPoint,
  mdiChartLineVariant,
  mdiCheck,
  mdiClose,
  mdiEmailOutline,
  mdiKeyVariant,
  mdiRouterWireless,
  mdiWaves,
} from '@mdi/js'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useNarrow } from '../../../shared/list/use-narrow.ts'
import { LastSeen } from '../../../shared/ui/AgeText.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { pathOf, type PathStep, type StepState } from './diagnosis-path.ts'

const ICONS: Record<PathStep, string> = {
  device: mdiRouterWireless,
  network: mdiAccessPoint,
  key: mdiKeyVariant,
  message: mdiEmailOutline,
  reading: mdiChartLineVariant,
  tank: mdiWaves,
}

interface Props {
  diagnosis: Pick<Diagnosis, 'verdict' | 'is_connected'>
  terminal: Terminal
}

/** The path of a reading in six steps, and the one at which it breaks: a row on wide screens, a list on phones. */
export function DiagnosisPath({ diagnosis, terminal }: Props) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const steps = pathOf(diagnosis, terminal.tank !== null)
  return (
    <Box
      component="ol"
      aria-label={t('diagnosis.path.title')}
      sx={{
        m: 0,
        p: 0,
        my: isNarrow ? 1 : 1.75,
        listStyle: 'none',
        ...(isNarrow ? {} : { display: 'grid', gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' }),
      }}
    >
      {steps.map(({ step, state }, index) => (
        <Box
          component="li"
          key={step}
          aria-current={state === 'broken' ? 'step' : undefined}
          sx={{
            position: 'relative',
            color: state === 'open' ? 'text.secondary' : 'text.primary',
            ...(isNarrow
              ? { display: 'flex', alignItems: 'center', gap: 1, minHeight: 38 }
              : { textAlign: 'center', px: 0.5 }),
          }}
        >
          {!isNarrow && index < steps.length - 1 && state !== 'broken' && <Line isSolid={state === 'done'} />}
          <Circle step={step} state={state} isSmall={isNarrow} />
          <Box component="b" sx={{ display: 'block', minWidth: isNarrow ? 72 : 0 }}>
            {t(`diagnosis.path.${step}`)}
          </Box>
          <Box component="span" sx={{ display: 'block', flex: 1, overflowWrap: 'anywhere' }}>
            {step === 'tank' && terminal.tank ? terminal.tank.code : t(`diagnosis.path.${state}`)}
          </Box>
          <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            {step === 'network' && terminal.ip_address}
            {step === 'reading' && terminal.last_seen_at && <LastSeen at={terminal.last_seen_at} />}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function Circle({ step, state, isSmall }: { step: PathStep; state: StepState; isSmall: boolean }) {
  const size = isSmall ? 28 : 44
  const icon = state === 'broken' ? mdiClose : isSmall && state === 'done' ? mdiCheck : ICONS[step]
  return (
    <Box
      sx={({ tokens }) => ({
        display: 'grid',
        placeItems: 'center',
        flex: 'none',
        width: size,
        height: size,
        mx: isSmall ? 0 : 'auto',
        mb: isSmall ? 0 : 0.5,
        borderRadius: '50%',
        border: `2px ${state === 'open' ? 'dashed' : 'solid'}`,
        borderColor: state === 'broken' ? tokens.alarm.critical_unack.border : 'text.secondary',
        bgcolor: state === 'broken' ? tokens.alarm.critical_unack.fill : 'background.paper',
        color: state === 'broken' ? tokens.alarm.critical_unack.text : 'inherit',
      })}
    >
      <Icon path={icon} sx={{ fontSize: isSmall ? 18 : 24 }} />
    </Box>
  )
}

/** The line to the next step. */
function Line({ isSolid }: { isSolid: boolean }) {
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        insetInlineStart: 'calc(50% + 26px)',
        insetInlineEnd: 'calc(-50% + 26px)',
        top: 21,
        borderTop: `2px ${isSolid ? 'solid' : 'dashed'}`,
        borderColor: 'text.secondary',
      }}
    />
  )
}
