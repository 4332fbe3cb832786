import type { Branding } from '@dalyan/contracts/branding'
import { useTranslation } from 'react-i18next'
import { webAddress } from '../web-address.ts'
import { BrandCard } from './BrandCard.tsx'
import { BrandLine } from './BrandLine.tsx'
import { BrandTable } from './BrandTable.tsx'

/** How the provider is reached, and where the API answers. */
export function ContactCard({ branding: { contact, domain, version } }: { branding: Branding }) {
  const { t } = useTranslation()
  const title = t('settings.branding.contactAndApi')
  return (
    <BrandCard title={title}>
      <BrandTable label={title}>
        <BrandLine label={t('settings.branding.contactNames.email')} value={contact.email} />
        <BrandLine label={t('settings.branding.contactNames.phone')} value={contact.phone} />
        <BrandLine
          label={t('settings.branding.contactNames.website')}
          value={contact.website}
          href={webAddress(contact.website)}
        />
        <BrandLine label={t('settings.branding.apiUrl')} value={domain.apiUrl} href={webAddress(domain.apiUrl)} />
        <BrandLine label={t('settings.branding.version')} value={version} />
      </BrandTable>
    </BrandCard>
  )
}
