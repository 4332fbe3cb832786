import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { brandingQueries } from '../../shared/branding/branding.queries.ts'
import { webAddress } from '../../shared/branding/web-address.ts'

/** Who provides the product, in the footer: to the provider's own page where there is one. */
export function ProviderLink() {
  const { t } = useTranslation()
  const brand = useQuery(brandingQueries.config()).data?.branding
  const website = webAddress(brand?.contact.website)
  const name = brand?.name.title ?? t('common.appName')
  return website === null ? (
    <a href="/">{name}</a>
  ) : (
    <a href={website} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  )
}
