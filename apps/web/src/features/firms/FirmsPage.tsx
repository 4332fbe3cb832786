import { type Firm, FIRM_TYPES, WRITABLE_FIRM_STATUSES } from '@dalyan/contracts/firms'
import { mdiDomain, mdiPhoneClock, mdiWebhook } from '@mdi/js'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import firms from '../../locales/tr/firms.json' with { type: 'json' }
import { placeOf } from '../../shared/format/place.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { CardHead } from '../../shared/list/CardHead.tsx'
import type { Column } from '../../shared/list/ListTable.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { RecordActions } from '../../shared/resource/RecordActions.tsx'
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx'
import { firmList } from './firm-list-search.ts'
import { FirmStatusChip } from './FirmStatusChip.tsx'
import { FirmTanksLink } from './FirmTanksLink.tsx'
import { firmQueries } from '../records/public/firms.queries.ts'

addWords({ firms })

const FirmDialogs = lazy(async () => ({ default: (await import('./dialogs/FirmDialogs.tsx')).FirmDialogs }))

const COLUMNS: readonly Column<Firm, 'code' | 'name' | 'type' | 'status' | 'province'>[] = [
  {
    key: 'status',
    label: ['firms.fields.status'],
    sort: 'status',
    cell: ({ status }) => <FirmStatusChip status={status} />,
  },
  {
    key: 'code',
    label: ['firms.fields.code'],
    sort: 'code',
    cell: ({ code }) => (
      <Box component="b" lang="en" sx={{ whiteSpace: 'nowrap' }}>
        {code}
      </Box>
    ),
  },
  { key: 'name', label: ['firms.fields.name'], sort: 'name', cell: ({ name }) => name },
  { key: 'type', label: ['firms.fields.type'], sort: 'type', cell: ({ type }) => <FirmTypeText type={type} /> },
  {
    key: 'phone',
    label: ['firms.fields.phone'],
    from: 1200,
    cell: ({ phone }) => <Box sx={{ whiteSpace: 'nowrap' }}>{phone ?? '—'}</Box>,
  },
  {
    key: 'province',
    label: ['firms.fields.province', 'firms.fields.district'],
    sort: 'province',
    from: 960,
    cell: (firm) => placeOf(firm) || '—',
  },
  { key: 'parent', label: ['firms.fields.parent'], from: 1200, cell: ({ parent }) => parent?.name ?? '—' },
  { key: 'tanks', label: ['firms.fields.tankCount'], align: 'right', cell: (firm) => <FirmTanksLink firm={firm} /> },
]

/** Growers, distributors and restaurants, with their parent firms. */
export function FirmsPage() {
  const { t } = useTranslation()
  const list = useList(firmList)
  return (
    <ResourcePage
      kind="firms"
      list={list}
      query={useQuery(firmQueries.list(list.query))}
      filters={[
        {
          kind: 'words',
          name: 'type',
          label: t('firms.fields.type'),
          options: FIRM_TYPES.map((value) => ({ value, label: t(`firms.type.${value}`) })),
        },
        {
          kind: 'words',
          name: 'status',
          label: t('firms.fields.status'),
          options: WRITABLE_FIRM_STATUSES.map((value) => ({ value, label: t(`firms.status.${value}`) })),
        },
        { kind: 'switch', name: 'include_deleted', label: t('common.table.includeDeleted') },
        { kind: 'text', name: 'province', label: t('firms.fields.province'), more: true },
        { kind: 'text', name: 'city', label: t('firms.fields.city'), more: true },
      ]}
      columns={COLUMNS}
      actions={(firm, onOpen) => (
        <RecordActions
          record={firm}
          onOpen={onOpen}
          more={[
            { dialog: 'oncall', label: t('firms.onCall'), icon: mdiPhoneClock },
            { dialog: 'webhooks', label: t('firms.webhooks'), icon: mdiWebhook },
          ]}
        />
      )}
      card={(firm, actions) => <FirmCard firm={firm} actions={actions} />}
      empty={{ icon: mdiDomain }}
      dialogs={FirmDialogs}
    />
  )
}

function FirmTypeText({ type }: Pick<Firm, 'type'>) {
  const { t } = useTranslation()
  return t(`firms.type.${type}`)
}

/** A firm of the list on a phone. */
function FirmCard({ firm, actions }: { firm: Firm; actions: ReactNode }) {
  const { t } = useTranslation()
  const details = [t(`firms.type.${firm.type}`), placeOf(firm), firm.parent?.name]
  return (
    <>
      <CardHead
        title={<span lang="en">{firm.code}</span>}
        status={<FirmStatusChip status={firm.status} />}
        actions={actions}
      />
      <Typography sx={{ overflowWrap: 'anywhere' }}>{firm.name}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {details.filter(Boolean).join(' · ')}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', fontSize: '0.875rem' }}>
        <span>{t('firms.fields.tankCount')}</span>
        <FirmTanksLink firm={firm} />
      </Box>
    </>
  )
}
