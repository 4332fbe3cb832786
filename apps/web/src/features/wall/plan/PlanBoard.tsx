import type { Wall } from '@dalyan/contracts/wall'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { byDanger, isTroubled, type ShownTank } from '../wall-tanks.ts'
import { HeatTile } from '../WallTile.tsx'
import { chosenPlan, contained, displaySpot, positionsOf, shortCodes } from './plan-layout.ts'
import { planQueries } from './plan.queries.ts'
import { PlaceChips } from './PlaceChips.tsx'
import { PlanSpot } from './PlanSpot.tsx'
import { PlanSurface } from './PlanSurface.tsx'
import { useBox } from './use-plan-zoom.ts'

/** Tanks in trouble that are not on the plan have one row below it. */
const MOST_OTHERS = 8

interface Props {
  wall: Wall | undefined
  tanks: readonly ShownTank[]
  /** Whose plan, as in the address. */
  asked: string
  secret?: string | undefined
  /** Shown while there is no plan with a picture. */
  children: ReactNode
}

/** The plan on a screen on a wall: as large as fits, and below it the tanks in trouble that it does not show. */
export function PlanBoard({ wall, tanks, asked, secret, children }: Props) {
  const { t } = useTranslation()
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const area = useBox(box)
  const plans = useQuery(planQueries.all(secret)).data?.plans
  const plan = chosenPlan(plans ?? [], asked)
  const positions = useMemo(() => positionsOf(plan ?? { positions: [] }), [plan])
  const codes = useMemo(() => (wall ? shortCodes(wall, tanks) : new Map<number, string>()), [wall, tanks])
  if (!wall || !plan?.picture) return children
  const size = contained(plan.picture, area)
  const others = tanks.filter(({ tank }) => !positions.has(tank.id))
  const troubled = byDanger(others.filter(isTroubled)).slice(0, MOST_OTHERS)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: '8px', height: '100%' }}>
      <Box ref={setBox} sx={{ flex: 1, minHeight: 0, display: 'flex', overflow: 'hidden' }}>
        <PlanSurface plan={plan} secret={secret} size={size} spot={displaySpot(positions, size)} isFar>
          <PlaceChips wall={wall} tanks={tanks} positions={positions} isFar />
          {tanks.map(({ tank, state }) => {
            const at = positions.get(tank.id)
            return at && <PlanSpot key={tank.id} {...{ tank, state, at }} code={codes.get(tank.id) ?? tank.code} />
          })}
        </PlanSurface>
      </Box>
      {others.length > 0 && (
        <Box sx={{ fontSize: 22, lineHeight: '28px', color: 'text.secondary' }}>
          {t('wall.plan.others', { count: others.length })}
        </Box>
      )}
      {troubled.length > 0 && (
        <Box sx={{ display: 'grid', gap: '8px', gridTemplateColumns: `repeat(${MOST_OTHERS}, minmax(0, 1fr))` }}>
          {troubled.map(({ tank, state }) => (
            <HeatTile key={tank.id} tank={tank} state={state} code={tank.code} metric="tank_temperature" />
          ))}
        </Box>
      )}
    </Box>
  )
}
