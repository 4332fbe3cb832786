import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownTank } from '../wall-tanks.ts'
import { FieldValue, shownMetric, StateIcon, TileFrame, unitOrName } from '../WallTile.tsx'
import type { PlanPoint } from './plan-layout.ts'

interface ContentProps extends ShownTank {
  /** The code without what it shares with its neighbours. */
  code: string
}

/** What a tank's circle shows: short code, value, of which metric if it is not the temperature, and the sign of its state on its edge. */
export function SpotContent({ tank, state, code }: ContentProps) {
  const { t } = useTranslation()
  const shown = shownMetric({ tank, state }, 'tank_temperature')
  return (
    <>
      <span className="head">
        <span className="code">{code}</span>
      </span>
      <FieldValue tank={tank} state={state} metric="tank_temperature" hasName={false} />
      {shown && shown !== 'tank_temperature' && <span className="metric">{unitOrName(t, shown)}</span>}
      {state !== 'normal' && (
        <span className="badge">
          <StateIcon state={state} tank={tank} />
        </span>
      )}
    </>
  )
}

export const placedAt = ({ x, y }: PlanPoint) => ({ left: `${x * 100}%`, top: `${y * 100}%` })

/** A tank on the plan, which opens the tank. */
export const PlanSpot = memo(function PlanSpot({ at, ...content }: ContentProps & { at: PlanPoint }) {
  const { tank, state } = content
  return (
    <TileFrame className="spot" style={placedAt(at)} tank={tank} state={state}>
      <SpotContent {...content} />
    </TileFrame>
  )
})
