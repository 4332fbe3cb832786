import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { CardHead } from '../../shared/list/CardHead.tsx'
import { placeOf } from './tank-place.ts'
import { TankLastReading } from './TankLastReading.tsx'
import { TankLink } from '../records/public/TankLink.tsx'
import { TankStatusChip } from './TankStatusChip.tsx'
import { TankValues } from './TankValues.tsx'

/** A tank of the list on a phone. */
export function TankCard({ tank, actions }: { tank: Tank; actions?: ReactNode }) {
  return (
    <>
      <CardHead
        title={<TankLink tank={tank} large />}
        status={<TankStatusChip status={tank.status} />}
        actions={actions}
      />
      <Typography sx={{ overflowWrap: 'anywhere' }}>{tank.name}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.75, overflowWrap: 'anywhere' }}>
        {[placeOf(tank), tank.firm?.name].filter(Boolean).join(' · ')}
      </Typography>
      <Box
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, fontSize: '0.8125rem' }}
      >
        <TankValues tank={tank} />
        <Box component="span" sx={{ color: 'text.secondary', textAlign: 'end' }}>
          <TankLastReading tank={tank} />
        </Box>
      </Box>
    </>
  )
}
