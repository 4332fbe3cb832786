import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { authQueries } from '../features/auth/auth.queries.ts'
import { settingsQueries } from '../features/settings/settings.queries.ts'
import { useCurrentPageTitle } from '../shared/ui/page-title.ts'

/** `Tanklar · Dashboard · {system title}`; signed out `Giriş · {system title}`. */
export function DocumentTitle() {
  const { t } = useTranslation()
  const page = useCurrentPageTitle()
  const settings = useQuery(settingsQueries.system())
  const user = useQuery({ ...authQueries.me(), enabled: false })
  const part = user.data ? t('nav.titleSignedIn') : t('nav.titleSignedOut')
  const title = [page, part, settings.data?.system_title].filter(Boolean).join(' · ')

  useEffect(() => {
    document.title = title
  }, [title])
  return null
}
