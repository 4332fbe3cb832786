import type { RangeTemplate } from '@dalyan/contracts/range-templates'
import { mdiContentDuplicate, mdiDeleteOutline, mdiPencil, mdiRuler } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import rangeTemplates from '../../locales/tr/range-templates.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import type { FilterField } from '../../shared/list/filter-field.ts'
import { ListFilters } from '../../shared/list/ListFilters.tsx'
import { ListHeading } from '../../shared/list/ListHeading.tsx'
import { ListView } from '../../shared/list/ListView.tsx'
import { RowActions } from '../../shared/list/RowActions.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { rangeTemplateQueries } from './range-templates.queries.ts'
import { TEMPLATE_COLUMNS } from './template-columns.tsx'
import { templateList } from './template-list-search.ts'
import { TemplateCard } from './TemplateCard.tsx'

addWords({ rangeTemplates })

const TemplateDialogs = lazy(async () => ({ default: (await import('./dialogs/TemplateDialogs.tsx')).TemplateDialogs }))

/** What is normal for the tanks' values. */
export function RangeTemplatesPage() {
  const { t } = useTranslation()
  const list = useList(templateList)
  const templates = useQuery(rangeTemplateQueries.list(templateList.query(list.state)))
  usePageTitle(t('rangeTemplates.title'))
  useAppReady(!templates.isPending)

  const filters: FilterField[] = [
    {
      kind: 'choice',
      name: 'active',
      label: t('rangeTemplates.fields.active'),
      options: [
        { value: '1', label: t('rangeTemplates.active.yes') },
        { value: '0', label: t('rangeTemplates.active.no') },
      ],
    },
    { kind: 'text', name: 'name', label: t('rangeTemplates.fields.name'), more: true },
  ]
  const actions = ({ id, name }: RangeTemplate) => (
    <RowActions
      name={name}
      main={{ label: t('common.actions.edit'), icon: mdiPencil, onClick: () => list.open('edit', id) }}
      actions={[
        { label: t('rangeTemplates.duplicate'), icon: mdiContentDuplicate, onClick: () => list.open('copy', id) },
        {
          label: t('common.actions.delete'),
          icon: mdiDeleteOutline,
          onClick: () => list.open('delete', id),
          danger: true,
        },
      ]}
    />
  )
  const create = { label: t('rangeTemplates.create'), onClick: () => list.open('create') }
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
      <ListHeading title={t('rangeTemplates.title')} create={create} />
      <ListFilters placeholder={t('rangeTemplates.searchPlaceholder')} fields={filters} list={list} />
      <Typography variant="body2" component="p" sx={{ color: 'text.secondary', minHeight: 20, my: 1.5 }}>
        {templates.data && t('common.states.resultCount', { count: templates.data.total })}
      </Typography>
      <ListView
        label={t('rangeTemplates.list.region')}
        list={list}
        query={templates}
        failed={t('rangeTemplates.messages.loadFailed')}
        columns={[
          ...TEMPLATE_COLUMNS,
          { key: 'actions', label: ['common.table.actions'], align: 'right', cell: actions } as const,
        ]}
        card={(template) => <TemplateCard template={template} actions={actions(template)} />}
        empty={
          <EmptyState
            icon={mdiRuler}
            title={t('rangeTemplates.empty.title')}
            body={t('rangeTemplates.empty.body')}
            action={
              <Button variant="contained" onClick={create.onClick}>
                {create.label}
              </Button>
            }
          />
        }
      />
      {list.state.dialog && (
        <Suspense>
          <TemplateDialogs dialog={list.state.dialog} id={list.state.id} onClose={list.close} />
        </Suspense>
      )}
    </Box>
  )
}
