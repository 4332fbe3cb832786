import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { authQueries } from '../features/auth/public/auth.queries.ts'
import { brandingQueries } from '../features/branding/public/branding.queries.ts'
import { settingsQueries } from '../features/settings/public/settings.queries.ts'
import { useCurrentPageTitle } from '../shared/ui/page-state.ts'

/** Sets the tab's title, `Tanklar · Dashboard · {system title}` (signed out: `Giriş · {system title}`), and its icon. */
export function DocumentTitle() {
  const { t } = useTranslation()
  const page = useCurrentPageTitle()
  const settings = useQuery(settingsQueries.system())
  const user = useQuery({ ...authQueries.me(), enabled: false })
  const part = user.data ? t('nav.titleSignedIn') : t('nav.titleSignedOut')
  const title = [page, part, settings.data?.system_title].filter(Boolean).join(' · ')

  const icon = useQuery(brandingQueries.config()).data?.branding.logo.icon

  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    const link = document.querySelector('link[rel=icon]')
    if (!link || !icon || link.getAttribute('href') === icon) return
    // The brand's icon may be of another type than the built-in one.
    link.removeAttribute('type')
    link.setAttribute('href', icon)
  }, [icon])
  return null
}
