import { mdiRuler } from '@mdi/js'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import rangeTemplates from '../../locales/tr/range-templates.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { rangeTemplateQueries } from '../records/public/range-templates.queries.ts'
import { TEMPLATE_COLUMNS } from './template-columns.tsx'
import { templateList } from './template-list-search.ts'
import { TemplateActions } from './TemplateActions.tsx'
import { TemplateCard } from './TemplateCard.tsx'
import { useTemplateFilters } from './use-template-filters.ts'

addWords({ rangeTemplates })

const TemplateDialogs = lazy(async () => ({ default: (await import('./dialogs/TemplateDialogs.tsx')).TemplateDialogs }))

/** What is normal for the tanks' values. */
export function RangeTemplatesPage() {
  const { t } = useTranslation()
  const list = useList(templateList)
  return (
    <ListPage
      title={t('rangeTemplates.title')}
      label={t('rangeTemplates.list.region')}
      list={list}
      query={useQuery(rangeTemplateQueries.list(templateList.query(list.state)))}
      failed={t('rangeTemplates.messages.loadFailed')}
      placeholder={t('rangeTemplates.searchPlaceholder')}
      filters={useTemplateFilters()}
      columns={TEMPLATE_COLUMNS}
      actions={({ id, name }) => <TemplateActions name={name} onOpen={(dialog) => list.open(dialog, id)} />}
      card={(template, actions) => <TemplateCard template={template} actions={actions} />}
      create={t('rangeTemplates.create')}
      empty={{ icon: mdiRuler, title: t('rangeTemplates.empty.title'), body: t('rangeTemplates.empty.body') }}
      dialogs={TemplateDialogs}
    />
  )
}
