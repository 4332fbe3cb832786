import type { Plan } from '@dalyan/contracts/plan'
import type { Wall } from '@dalyan/contracts/wall'
import { mdiFloorPlan, mdiPencil } from '@mdi/js'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { formatDate } from '../../../shared/format/date-time.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { PageSection } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { wallEvents } from '../wall-events.ts'
import { STATE_ICON } from '../public/state-icons.ts'
import { PLAN_HEIGHT, tileLooks } from '../wall-looks.ts'
import type { WallSearch } from '../wall-search.ts'
import { byDanger, isTroubled, type ShownTank } from '../wall-tanks.ts'
import { useTileKeys } from '../use-tile-keys.ts'
import { useOpenTank } from '../use-open-tank.ts'
import { HeatTile } from '../WallTile.tsx'
import { chosenPlan, planKey, positionsOf, shortCodes } from './plan-layout.ts'
import { planQueries } from './plan.queries.ts'
import { PlaceChips } from './PlaceChips.tsx'
import { PlanEditor } from './PlanEditor.tsx'
import { PlanSpot } from './PlanSpot.tsx'
import { PlanStage } from './PlanStage.tsx'
import { PlanUpload } from './PlanUpload.tsx'

interface Props {
  wall: Wall
  /** Every tank of the overview. */
  all: readonly ShownTank[]
  /** Those of them that the filters let pass. */
  tanks: readonly ShownTank[]
  view: WallSearch
  show: (changes: Partial<WallSearch>) => void
}

/** The overview on a plan of the site: each tank where it stands; beside it what is wrong, and the tanks that have no place yet. */
export function PlanView({ wall, all, tanks, view, show }: Props) {
  const { t } = useTranslation()
  const plans = useQuery(planQueries.all())
  const [editing, setEditing] = useState<string | null>(null)
  const plan = chosenPlan(plans.data?.plans ?? [], view.plan)
  const codes = useMemo(() => shortCodes(wall, all), [wall, all])
  if (!plans.data || !plan) {
    return (
      <Box sx={GRID}>
        <QueryError title={t('wall.plan.failed')} query={plans} />
        {plans.isPending && <Skeleton variant="rounded" sx={{ gridArea: 'stage', height: '100%' }} />}
      </Box>
    )
  }
  // A tank that came since the answer counts as one of this plan.
  const others = new Set(plans.data.plans.flatMap((one) => (one === plan ? [] : one.tanks)))
  const ofPlan = (list: readonly ShownTank[]) => list.filter(({ tank }) => !others.has(tank.id))
  const isEditing = editing === planKey(plan) && hasPicture(plan)
  return (
    <Box sx={(theme) => ({ ...GRID, ...(tileLooks(theme) as object) })}>
      {isEditing ? (
        <PlanEditor plan={plan} tanks={ofPlan(all)} codes={codes} onDone={() => setEditing(null)} />
      ) : (
        <>
          <PlanTanks
            // Another plan is drawn at its own size.
            key={planKey(plan)}
            {...{ plan, wall, codes }}
            tanks={ofPlan(tanks)}
            onUploaded={() => setEditing(planKey(plan))}
          />
          <Box sx={{ gridArea: 'side', display: 'grid', gap: 1, alignContent: 'start' }}>
            <PlanCard
              plan={plan}
              plans={plans.data.plans}
              all={all}
              onChoose={(key) => show({ plan: key })}
              onEdit={() => setEditing(planKey(plan))}
            />
            <EventList wall={wall} tanks={tanks} />
            <Unplaced plan={plan} tanks={ofPlan(tanks)} codes={codes} />
          </Box>
        </>
      )}
    </Box>
  )
}

const hasPicture = (plan: Plan): plan is Plan & { picture: NonNullable<Plan['picture']> } => plan.picture !== null

const GRID = {
  display: 'grid',
  gap: 1,
  mt: 1,
  gridTemplateAreas: { xs: '"stage" "side"', md: '"stage side"' },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 300px' },
  gridTemplateRows: { xs: `${PLAN_HEIGHT.xs} auto`, md: PLAN_HEIGHT.md },
} as const

interface TanksProps {
  plan: Plan
  wall: Wall
  tanks: readonly ShownTank[]
  codes: ReadonlyMap<number, string>
  onUploaded: () => void
}

function PlanTanks({ plan, wall, tanks, codes, onUploaded }: TanksProps) {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'tanks.manage')
  const grid = useRef<HTMLDivElement>(null)
  const keys = useTileKeys(grid)
  const open = useOpenTank()
  const positions = useMemo(() => positionsOf(plan), [plan])
  if (!hasPicture(plan)) {
    return (
      <EmptyState
        icon={mdiFloorPlan}
        title={t('wall.plan.empty.title')}
        body={t(isManager ? 'wall.plan.empty.body' : 'wall.plan.empty.bodyReadOnly')}
        action={isManager && <PlanUpload plan={plan} isFirst onUploaded={onUploaded} />}
      />
    )
  }
  // In the order of rows, which the arrow keys follow.
  const placed = tanks
    .flatMap((one) => {
      const at = positions.get(one.tank.id)
      return at ? [{ one, at }] : []
    })
    .toSorted((a, b) => a.at.y - b.at.y || a.at.x - b.at.x)
  const first = byDanger(placed.map(({ one }) => one)).find(isTroubled)
  return (
    <Box ref={grid} {...keys} onClick={open} sx={{ gridArea: 'stage', minHeight: 0 }}>
      <PlanStage plan={plan} positions={positions} first={first?.tank.id}>
        <PlaceChips wall={wall} tanks={tanks} positions={positions} />
        {placed.map(({ one: { tank, state }, at }) => (
          <PlanSpot key={tank.id} tank={tank} state={state} at={at} code={codes.get(tank.id) ?? tank.code} />
        ))}
      </PlanStage>
    </Box>
  )
}

interface CardProps {
  plan: Plan
  plans: readonly Plan[]
  all: readonly ShownTank[]
  onChoose: (key: string) => void
  onEdit: () => void
}

/** Whose plan it is, who uploaded it, and the button that edits it. */
function PlanCard({ plan, plans, all, onChoose, onEdit }: CardProps) {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'tanks.manage')
  const { picture } = plan
  const troubled = new Set(all.filter(isTroubled).map(({ tank }) => tank.id))
  const nameOf = ({ firm, tanks }: Plan) => {
    const name = firm?.name ?? t('wall.plan.noFirm')
    const n = tanks.filter((id) => troubled.has(id)).length
    return n === 0 ? name : t('wall.plan.troubled', { firm: name, n })
  }
  if (plans.length < 2 && !picture) return null
  return (
    <PageSection title={t('wall.plan.tab')} gap={1}>
      {plans.length > 1 && (
        <TextField
          select
          size="small"
          label={t('wall.plan.firm')}
          value={planKey(plan)}
          onChange={({ target }) => onChoose(target.value)}
        >
          {plans.map((one) => (
            <MenuItem key={planKey(one)} value={planKey(one)}>
              {nameOf(one)}
            </MenuItem>
          ))}
        </TextField>
      )}
      {picture && (
        <Quiet small>
          {t('wall.plan.size', { width: formatNumber(picture.width), height: formatNumber(picture.height) })}
          {picture.uploaded_by !== null && (
            <>
              <br />
              {t('wall.plan.uploadedBy', { name: picture.uploaded_by, date: formatDate(picture.uploaded_at) })}
            </>
          )}
        </Quiet>
      )}
      {picture && isManager && (
        <WriteButton
          variant="outlined"
          startIcon={<Icon path={mdiPencil} />}
          onClick={onEdit}
          sx={{ justifySelf: 'start', alignSelf: 'start' }}
        >
          {t('common.actions.edit')}
        </WriteButton>
      )}
    </PageSection>
  )
}

/** What is wrong on the whole farm, also where it is not on this plan. */
function EventList({ wall, tanks }: { wall: Wall; tanks: readonly ShownTank[] }) {
  const { t } = useTranslation()
  const events = useFromNow((now) => wallEvents(t, wall.incidents, tanks, now))
  return (
    <PageSection title={t('wall.group.look')} gap={1}>
      {events.length === 0 && <Quiet small>{t('wall.calm')}</Quiet>}
      {events.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.25 }}>
          {events.map(({ key, state, title, value, text }) => (
            <Box component="li" key={key} sx={{ display: 'flex', gap: 1, minWidth: 0 }}>
              <Icon path={STATE_ICON[state] ?? ''} titleAccess={t(`wall.state.${state}`)} sx={{ fontSize: 20 }} />
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <b>{[title, value].filter((part) => part !== '').join(' · ')}</b>
                <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{text}</Box>
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </PageSection>
  )
}

/** The tanks that nobody has placed, the worst first: none is hidden because the plan does not show it. */
function Unplaced({ plan, tanks, codes }: Pick<TanksProps, 'plan' | 'tanks' | 'codes'>) {
  const { t } = useTranslation()
  const grid = useRef<HTMLDivElement>(null)
  const keys = useTileKeys(grid)
  const open = useOpenTank()
  const positions = useMemo(() => positionsOf(plan.picture ? plan : { positions: [] }), [plan])
  const unplaced = byDanger(tanks.filter(({ tank }) => !positions.has(tank.id)))
  return (
    <PageSection
      title={unplaced.length === 0 ? t('wall.plan.noneUnplaced') : t('wall.plan.unplaced', { n: unplaced.length })}
      gap={1}
    >
      <Box
        ref={grid}
        {...keys}
        onClick={open}
        sx={{ display: 'grid', gap: '5px', gridTemplateColumns: 'repeat(auto-fill, minmax(62px, 1fr))' }}
      >
        {unplaced.map(({ tank, state }) => (
          <HeatTile
            key={tank.id}
            tank={tank}
            state={state}
            code={codes.get(tank.id) ?? tank.code}
            metric="tank_temperature"
          />
        ))}
      </Box>
    </PageSection>
  )
}
