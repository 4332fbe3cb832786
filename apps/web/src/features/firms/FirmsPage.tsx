import { mdiDomain } from '@mdi/js'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import firms from '../../locales/tr/firms.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { FIRM_COLUMNS } from './firm-columns.tsx'
import { firmList } from './firm-list-search.ts'
import { FirmActions } from './FirmActions.tsx'
import { FirmCard } from './FirmCard.tsx'
import { firmQueries } from '../records/public/firms.queries.ts'
import { useFirmFilters } from './use-firm-filters.ts'

addWords({ firms })

const FirmDialogs = lazy(async () => ({ default: (await import('./dialogs/FirmDialogs.tsx')).FirmDialogs }))

/** Growers, distributors and restaurants, and who belongs to whom. */
export function FirmsPage() {
  const { t } = useTranslation()
  const list = useList(firmList)
  return (
    <ListPage
      title={t('firms.title')}
      label={t('firms.list.region')}
      list={list}
      query={useQuery(firmQueries.list(firmList.query(list.state)))}
      failed={t('firms.messages.loadFailed')}
      placeholder={t('firms.searchPlaceholder')}
      filters={useFirmFilters()}
      columns={FIRM_COLUMNS}
      actions={(firm) => <FirmActions firm={firm} onOpen={(dialog) => list.open(dialog, firm.id)} />}
      card={(firm, actions) => <FirmCard firm={firm} actions={actions} />}
      create={t('firms.create')}
      empty={{ icon: mdiDomain, title: t('firms.empty.title'), body: t('firms.empty.body') }}
      dialogs={FirmDialogs}
    />
  )
}
