import { type Tank, TANK_CONDITIONS, type TankPage, WRITABLE_TANK_STATUSES } from '@dalyan/contracts/tanks'
import { mdiWaves } from '@mdi/js'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, lazy, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import tanksWords from '../../locales/tr/tanks.json' with { type: 'json' }
import { LiveBadge } from '../../shared/live/LiveBadge.tsx'
import { useChannel } from '../../shared/live/use-channel.ts'
import { BulkButton } from '../../shared/bulk/BulkButton.tsx'
import { placeOf } from '../../shared/format/place.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { CardHead } from '../../shared/list/CardHead.tsx'
import { type FilterField, yesNo } from '../../shared/list/filter-field.ts'
import type { Column } from '../../shared/list/ListTable.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { RecordActions } from '../../shared/resource/RecordActions.tsx'
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { firmQueries } from '../records/public/firms.queries.ts'
import { rangeTemplateQueries } from '../records/public/range-templates.queries.ts'
import { tankList } from './tank-list-search.ts'
import { rememberTankOrder } from './tank-order.ts'
import { TankLastReading } from './TankLastReading.tsx'
import { TankLink } from '../records/public/TankLink.tsx'
import { tankQueries } from '../records/public/tanks.queries.ts'
import { TankStatusChip } from './TankStatusChip.tsx'
import { TankValues } from './TankValues.tsx'

addWords({ tanks: tanksWords })

const TankDialogs = lazy(async () => ({ default: (await import('./dialogs/TankDialogs.tsx')).TankDialogs }))

const COLUMNS: readonly Column<Tank, 'code' | 'name' | 'status' | 'province'>[] = [
  {
    key: 'status',
    label: ['tanks.fields.status'],
    sort: 'status',
    cell: ({ status }) => <TankStatusChip status={status} />,
  },
  { key: 'code', label: ['tanks.fields.code'], sort: 'code', cell: (tank) => <TankLink tank={tank} /> },
  { key: 'name', label: ['tanks.fields.name'], sort: 'name', cell: ({ name }) => name },
  { key: 'values', label: ['tanks.list.values'], cell: (tank) => <TankValues tank={tank} /> },
  { key: 'reading', label: ['tanks.fields.lastReading'], cell: (tank) => <TankLastReading tank={tank} /> },
  {
    key: 'terminals',
    label: ['tanks.detail.terminal'],
    from: 800,
    cell: ({ iots }) => <Codes codes={iots.map(({ code }) => code)} />,
  },
  {
    key: 'template',
    label: ['tanks.fields.rangeTemplate'],
    from: 1200,
    cell: ({ range_template }) => range_template?.name ?? '—',
  },
  {
    key: 'province',
    label: ['tanks.fields.province', 'tanks.fields.district'],
    sort: 'province',
    from: 960,
    cell: (tank) => placeOf(tank) || '—',
  },
  { key: 'firm', label: ['tanks.fields.firm'], from: 1200, cell: ({ firm }) => firm?.name ?? '—' },
]

/** All tanks that the user may see, with the values that are out of range. */
export function TanksPage() {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'tanks.manage')
  const list = useList(tankList)
  const tanks = useQuery(tankQueries.list(list.query))
  useChannel('tanks')
  useEffect(() => rememberTankOrder(list.state), [list.state])
  return (
    <ResourcePage
      kind="tanks"
      list={list}
      query={tanks}
      filters={useTankFilters(isManager)}
      columns={COLUMNS}
      actions={isManager ? (tank, onOpen) => <RecordActions record={tank} onOpen={onOpen} /> : undefined}
      card={(tank, actions) => <TankCard tank={tank} actions={actions} />}
      mayCreate={isManager}
      empty={{ icon: mdiWaves, body: isManager ? undefined : t('tanks.empty.bodyReadOnly') }}
      dialogs={isManager ? TankDialogs : undefined}
      beside={<LiveBadge newestAt={null} />}
      more={isManager && <BulkButton label={t('tanks.fromFile')} onClick={() => list.open('bulk')} />}
      count={tanks.data && <TanksCount page={tanks.data} />}
    />
  )
}

/** The filters; those by firm and template, and the deleted tanks, are for administrators. */
function useTankFilters(isManager: boolean): FilterField[] {
  const { t } = useTranslation()
  const templates = useQuery({ ...rangeTemplateQueries.options(), enabled: isManager }).data ?? []
  const firms = useQuery({ ...firmQueries.options(), enabled: isManager }).data ?? []
  const forManagers: FilterField[] = [
    {
      kind: 'choice',
      name: 'range_template_id',
      label: t('tanks.fields.rangeTemplate'),
      options: templates.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      kind: 'choice',
      name: 'firm_id',
      label: t('tanks.fields.firm'),
      options: firms.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { kind: 'switch', name: 'include_deleted', label: t('common.table.includeDeleted') },
  ]
  return [
    {
      kind: 'words',
      name: 'status',
      label: t('tanks.fields.status'),
      options: WRITABLE_TANK_STATUSES.map((value) => ({ value, label: t(`tanks.status.${value}`) })),
    },
    {
      kind: 'words',
      name: 'condition',
      label: t('tanks.fields.condition'),
      options: TANK_CONDITIONS.map((value) => ({ value, label: t(`tanks.condition.${value}`) })),
    },
    ...(isManager ? forManagers : []),
    { kind: 'text', name: 'province', label: t('tanks.fields.province'), more: true },
    { kind: 'text', name: 'district', label: t('tanks.fields.district'), more: true },
    { kind: 'text', name: 'iot_code', label: t('tanks.fields.terminalCode'), more: true },
    { kind: 'choice', name: 'has_iot', label: t('tanks.fields.hasTerminal'), more: true, options: yesNo(t) },
    { kind: 'text', name: 'code', label: t('tanks.fields.code'), more: true },
    { kind: 'text', name: 'name', label: t('tanks.fields.name'), more: true },
    { kind: 'text', name: 'notes', label: t('tanks.fields.notes'), more: true },
  ]
}

/** Codes separated by commas; a line may break between two, never within one. */
function Codes({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return '—'
  return codes.map((code, index) => (
    <Fragment key={code}>
      {index > 0 && ', '}
      <Box component="span" lang="en" sx={{ whiteSpace: 'nowrap' }}>
        {code}
      </Box>
    </Fragment>
  ))
}

/** A tank of the list on a phone. */
function TankCard({ tank, actions }: { tank: Tank; actions: ReactNode }) {
  return (
    <>
      <CardHead
        title={<TankLink tank={tank} large />}
        status={<TankStatusChip status={tank.status} />}
        actions={actions}
      />
      <Typography sx={{ overflowWrap: 'anywhere' }}>{tank.name}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.75, overflowWrap: 'anywhere' }}>
        {[placeOf(tank), tank.firm?.name].filter(Boolean).join(' · ')}
      </Typography>
      <Box
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, fontSize: '0.8125rem' }}
      >
        <TankValues tank={tank} />
        <Box component="span" sx={{ color: 'text.secondary', textAlign: 'end' }}>
          <TankLastReading tank={tank} align="end" />
        </Box>
      </Box>
    </>
  )
}

/** `11 kayıt · 2 tank aralık dışı · 1 tankın verisi gecikmeli`, over all pages of the filter; the last two link to those tanks. */
function TanksCount({ page }: { page: TankPage }) {
  const { t } = useTranslation()
  const { out_of_range, stale } = page.counts
  return (
    <>
      {t('common.states.resultCount', { count: page.total })}
      {out_of_range > 0 && (
        <>
          {' · '}
          <ConditionLink condition="out_of_range">
            <b>{t('tanks.list.outOfRange', { count: out_of_range })}</b>
          </ConditionLink>
        </>
      )}
      {stale > 0 && (
        <>
          {' · '}
          <ConditionLink condition="stale">{t('tanks.list.staleTanks', { count: stale })}</ConditionLink>
        </>
      )}
    </>
  )
}

interface ConditionLinkProps {
  condition: (typeof TANK_CONDITIONS)[number]
  children: ReactNode
}

/** The same list, narrowed to the tanks in this condition. */
function ConditionLink({ condition, children }: ConditionLinkProps) {
  return (
    <Link
      to="/tanks"
      search={(before) => tankList.read({ ...before, condition: [condition], page: undefined })}
      style={{ color: 'inherit' }}
    >
      {children}
    </Link>
  )
}
