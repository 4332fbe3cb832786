import type { Firm } from '@dalyan/contracts/firms'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CardHead } from '../../shared/list/CardHead.tsx'
import { placeOfFirm } from './firm-place.ts'
import { FirmStatusChip } from './FirmStatusChip.tsx'
import { FirmTanksLink } from './FirmTanksLink.tsx'

/** A firm of the list on a phone. */
export function FirmCard({ firm, actions }: { firm: Firm; actions: ReactNode }) {
  const { t } = useTranslation()
  const details = [t(`firms.type.${firm.type}`), placeOfFirm(firm), firm.parent?.name]
  return (
    <>
      <CardHead
        title={<span lang="en">{firm.code}</span>}
        status={<FirmStatusChip status={firm.status} />}
        actions={actions}
      />
      <Typography sx={{ overflowWrap: 'anywhere' }}>{firm.name}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {details.filter(Boolean).join(' · ')}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', fontSize: '0.875rem' }}>
        <span>{t('firms.fields.tankCount')}</span>
        <FirmTanksLink firm={firm} />
      </Box>
    </>
  )
}
