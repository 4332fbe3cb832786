import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { placeOf } from './tank-place.ts'
import { TankLastReading } from './TankLastReading.tsx'
import { TankLink } from './TankLink.tsx'
import { TankStatusChip } from './TankStatusChip.tsx'
import { TankValues } from './TankValues.tsx'

/** The list on a phone: one card a tank. */
export function TankCards({ tanks }: { tanks: readonly Tank[] }) {
  const { t } = useTranslation()
  return (
    <Box
      component="ul"
      aria-label={t('tanks.list.region')}
      sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}
    >
      {tanks.map((tank) => (
        <Paper key={tank.id} component="li" variant="outlined" sx={{ px: 1.5, pt: 0.5, pb: 1.5 }}>
          <Box sx={row}>
            <TankLink tank={tank} large />
            <TankStatusChip status={tank.status} />
          </Box>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{tank.name}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.75, overflowWrap: 'anywhere' }}>
            {[placeOf(tank), tank.firm?.name].filter(Boolean).join(' · ') || t('common.fields.none')}
          </Typography>
          <Box sx={{ ...row, fontSize: '0.8125rem' }}>
            <TankValues tank={tank} />
            <Box component="span" sx={{ color: 'text.secondary', textAlign: 'end' }}>
              <TankLastReading tank={tank} />
            </Box>
          </Box>
        </Paper>
      ))}
    </Box>
  )
}

const row = { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 } as const
