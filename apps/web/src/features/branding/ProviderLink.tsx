import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { brandingQueries } from './public/branding.queries.ts'
import { webAddress } from './web-address.ts'

/** The provider's name in the footer, a link where the provider has a website. */
export function ProviderLink() {
  const { t } = useTranslation()
  const brand = useQuery(brandingQueries.config()).data?.branding
  const website = webAddress(brand?.contact.website)
  const name = brand?.name.title ?? t('common.appName')
  return website === null ? (
    <>{name}</>
  ) : (
    <a href={website} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  )
}
