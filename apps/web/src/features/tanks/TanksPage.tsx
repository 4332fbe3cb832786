import type { MetricKey } from '@dalyan/contracts/metrics'
import type { TANK_CONDITIONS, Tank, TankPage } from '@dalyan/contracts/tanks'
import type { WallTank } from '@dalyan/contracts/wall'
import { mdiFileDelimitedOutline, mdiWaves } from '@mdi/js'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, memo, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import tanksWords from '../../locales/tr/tanks.json' with { type: 'json' }
import { useIdle } from '../../shared/browser/use-idle.ts'
import { placeOf } from '../../shared/format/place.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { recordOptions } from '../../shared/list/filter-field.ts'
import { useList } from '../../shared/list/use-list.ts'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { LiveBadge } from '../../shared/live/LiveBadge.tsx'
import { useChannel } from '../../shared/live/use-channel.ts'
import { CardRow } from '../../shared/resource/RecordCard.tsx'
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx'
import { may, useUser } from '../../shared/session/user.ts'
import { firmQueries } from '../records/public/firms.queries.ts'
import { rangeTemplateQueries } from '../records/public/range-templates.queries.ts'
import { TankLink } from '../records/public/TankLink.tsx'
import { tankQueries } from '../records/public/tanks.queries.ts'
import { TankCourse } from '../wall/public/TankCourse.tsx'
import { wallQueries } from '../wall/public/wall.queries.ts'
import { MetricChoice } from './MetricChoice.tsx'
import { SilentRow } from './SilentRow.tsx'
import { silentTogether } from './silent-together.ts'
import { sensorAlarms } from './tank-values.ts'
import { tankKind } from './tank-kind.tsx'
import { tankList } from './tank-list-search.ts'
import { rememberTankOrder } from './tank-order.ts'
import { TankMetricValue } from './TankMetricValue.tsx'
import { TankModeButtons } from './TankModeButtons.tsx'
import { TankValues } from './TankValues.tsx'
import { useChosenMetrics } from './use-chosen-metrics.ts'

addWords({ tanks: tanksWords })

const TankDialogs = lazy(async () => ({ default: (await import('./dialogs/TankDialogs.tsx')).TankDialogs }))

/** All tanks that the user may see, with the values that are out of range. */
export function TanksPage() {
  const { t } = useTranslation()
  const user = useUser()
  const isManager = may(user, 'tanks.manage')
  const mayOperate = may(user, 'tanks.operate')
  const list = useList(tankList)
  const tanks = useQuery(tankQueries.list(list.query))
  // The choices of the filters: an answer that comes while the rows are drawn would discard what is drawn of them.
  const areChoicesWanted = useIdle(tanks.isSuccess) && isManager
  const templates = useQuery({ ...rangeTemplateQueries.options(), enabled: areChoicesWanted }).data ?? []
  const firms = useQuery({ ...firmQueries.options(), enabled: areChoicesWanted }).data ?? []
  const rows = tanks.data?.data ?? []
  const courses = useQuery(wallQueries.ofTanks(rows.map(({ id }) => id)))
  const courseOf = new Map(courses.data?.tanks.map((tank) => [tank.id, tank]))
  const silent = silentTogether(
    rows.map(({ id }) => id),
    courseOf,
    courses.data?.incidents ?? [],
  )
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const groupOf = (id: number) => silent.find(({ tankIds }) => tankIds.has(id))
  const toggle = (id: number) =>
    setOpen((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
    )
  const metrics = useChosenMetrics()
  const isFolded = ({ id }: Tank) => {
    const group = groupOf(id)
    return group !== undefined && !open.has(group.id)
  }
  useChannel('tanks')
  useEffect(() => rememberTankOrder(list.state), [list.state])
  return (
    <ResourcePage
      kind={tankKind}
      list={list}
      filters={{
        range_template_id: { options: recordOptions(templates) },
        firm_id: { options: recordOptions(firms) },
        has_iot: { more: true },
      }}
      hiddenFilters={isManager ? [] : ['range_template_id', 'firm_id', 'include_deleted']}
      columns={[
        { name: 'status', same: ({ status }) => status },
        { name: 'code', cell: (tank) => <TankLink tank={tank} /> },
        'name',
        { name: 'condition', sort: 'danger' },
        ...metrics.chosen.map((metric, index) => metricColumn(metric, METRICS_FROM[index] ?? 1240)),
        {
          key: 'course',
          label: ['tanks.list.course'],
          from: 1350,
          cell: ({ id }) => <Course tank={courseOf.get(id)} />,
        },
        'last_measurement',
        { name: 'iots', label: ['tanks.detail.terminal'], from: 1600 },
        { name: 'range_template', from: 1750, same: ({ range_template }) => range_template?.id },
        {
          name: 'province',
          label: ['common.fields.province', 'common.fields.district'],
          from: 1500,
          cell: placeOf,
          same: placeOf,
        },
        { name: 'firm', from: 1430, same: ({ firm }) => firm?.id },
      ]}
      card={{
        title: (tank) => <TankCardTitle tank={tank} />,
        // The word for an active tank would say nothing.
        status: 'last_measurement',
        more: (tank) => <TankCardValues tank={tank} course={courseOf.get(tank.id)} />,
      }}
      isTight
      many={mayOperate ? { controls: (chosen, onEnd) => <TankModeButtons tanks={chosen} onEnd={onEnd} /> } : undefined}
      keepsOrder={list.sort === tankList.defaultSort}
      above={({ id }) => {
        const group = groupOf(id)
        return group?.firstId === id ? (
          <SilentRow group={group} isOpen={open.has(group.id)} onToggle={() => toggle(group.id)} />
        ) : null
      }}
      isHidden={isFolded}
      mayManage={isManager}
      empty={{ icon: mdiWaves, body: isManager ? undefined : t('tanks.empty.bodyReadOnly') }}
      dialogs={TankDialogs}
      beside={<LiveBadge newestAt={null} />}
      wideMore={<MetricChoice chosen={metrics.chosen} onToggle={metrics.toggle} />}
      more={
        isManager
          ? [{ label: t('tanks.fromFile'), icon: mdiFileDelimitedOutline, onClick: () => list.open('bulk') }]
          : []
      }
      count={tanks.data && <TanksCount page={tanks.data} />}
    />
  )
}

/** The narrowest screens with space for the first columns of metrics beside the name of a metric that is out of range, px. */
const METRICS_FROM = [1000, 1080]

/** A column with the newest value of a metric. @param from the narrowest screen that shows it, px */
function metricColumn(metric: MetricKey, from: number) {
  return {
    key: metric,
    label: [`measurements.metrics.${metric}`] as const,
    from,
    align: 'right',
    cell: (tank: Tank) => <TankMetricValue tank={tank} metric={metric} />,
  } as const
}

/** The course of a tank's leading metric; nothing until it is known. */
function Course({ tank }: { tank: WallTank | undefined }) {
  return tank && <TankCourse tank={tank} hasName={tank.lead !== 'tank_temperature'} />
}

/** Code and name in one line; the name is cut where space is short. */
function TankCardTitle({ tank }: { tank: Tank }) {
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'baseline', columnGap: 0.75 }}>
      <TankLink tank={tank} large />
      <Box
        component="span"
        sx={{
          flex: '1 1 0',
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          fontSize: '0.8125rem',
          fontWeight: 400,
          color: 'text.secondary',
        }}
      >
        {tank.name}
      </Box>
    </Box>
  )
}

interface CardProps {
  tank: Tank
  course: WallTank | undefined
}

/** Values and course on the card of a tank; a value that is out of range or no longer measured is among the values already. Not drawn again with the values of others. */
const TankCardValues = memo(function TankCardValues({ tank, course }: CardProps) {
  const metric = course?.lead
  const isAmongValues = metric
    ? course?.values[metric]?.out === true || sensorAlarms(tank).some((alarm) => alarm.metric === metric)
    : false
  return (
    <CardRow>
      <TankValues tank={tank} isOneLine />
      {/* As wide as a course from the start: values must not wrap when it arrives. */}
      <Box
        component="span"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          justifyContent: 'end',
          columnGap: 1,
          flex: '0 0 auto',
          minWidth: 92,
        }}
      >
        {metric && !isAmongValues && <TankMetricValue tank={tank} metric={metric} />}
        {course && <TankCourse tank={course} />}
      </Box>
    </CardRow>
  )
})

/** `11 kayıt · 2 tank aralık dışı · 1 tankın verisi gecikmeli`, over all pages of the filter; the last two link to those tanks. */
function TanksCount({ page }: { page: TankPage }) {
  const { t } = useTranslation()
  const { out_of_range, stale } = page.counts
  const parts = [
    // On a phone the number is beside the title.
    ...(useNarrow() ? [] : [t('common.states.resultCount', { count: page.total })]),
    ...(out_of_range > 0
      ? [
          <ConditionLink key="out" condition="out_of_range">
            <b>{t('tanks.list.outOfRange', { count: out_of_range })}</b>
          </ConditionLink>,
        ]
      : []),
    ...(stale > 0
      ? [
          <ConditionLink key="stale" condition="stale">
            {t('tanks.list.staleTanks', { count: stale })}
          </ConditionLink>,
        ]
      : []),
  ]
  return parts.flatMap((part, index) => (index === 0 ? [part] : ['\u00A0· ', part]))
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
