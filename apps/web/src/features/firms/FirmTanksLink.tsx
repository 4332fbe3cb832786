import type { Firm } from '@dalyan/contracts/firms'
import Link from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../shared/format/number.ts'

const RouterLink = createLink(Link)

/** How many tanks a firm has, leading to them. */
export function FirmTanksLink({ firm }: { firm: Firm }) {
  const { t } = useTranslation()
  if (firm.tanks_count === 0) return '0'
  const label = t('firms.list.showTanks', { name: firm.name })
  return (
    <RouterLink
      to="/tanks"
      search={{ firm_id: firm.id }}
      title={label}
      aria-label={`${firm.tanks_count}: ${label}`}
      sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end', minHeight: 32, minWidth: 32 }}
    >
      {formatNumber(firm.tanks_count)}
    </RouterLink>
  )
}
