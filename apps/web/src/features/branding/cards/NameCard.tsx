import type { Branding } from '@dalyan/contracts/branding'
import { useTranslation } from 'react-i18next'
import { BrandCard } from './BrandCard.tsx'
import { BrandLine } from './BrandLine.tsx'
import { BrandTable } from './BrandTable.tsx'

/** The name in the nine ways in which programs write it; each is called as the contract calls it. */
export function NameCard({ names }: { names: Branding['name'] }) {
  const { t } = useTranslation()
  return (
    <BrandCard title={t('settings.branding.names')}>
      <BrandTable label={t('settings.branding.names')}>
        {Object.entries(names).map(([variant, name]) => (
          <BrandLine key={variant} label={variant} value={name} />
        ))}
      </BrandTable>
    </BrandCard>
  )
}
