import type { Wall } from '@dalyan/contracts/wall'
import { useTranslation } from 'react-i18next'
import { placeSilence, SilenceChip } from '../SilenceChip.tsx'
import { placeGroups, type ShownTank } from '../wall-tanks.ts'
import type { Positions } from './plan-layout.ts'

interface Props {
  wall: Wall
  tanks: readonly ShownTank[]
  positions: Positions
  /** Read from four metres. */
  isFar?: boolean
}

/** Above the tanks of a place of which many are silent: how many, since when, and the likely cause. */
export function PlaceChips({ wall, tanks, positions, isFar = false }: Props) {
  const { t } = useTranslation()
  return placeGroups(wall.places, tanks).map(({ key, place, tanks: of }) => {
    const silence = placeSilence(wall, place, of)
    const points = of.flatMap(({ tank }) => positions.get(tank.id) ?? [])
    if (!silence || points.length === 0) return null
    const left = Math.min(...points.map(({ x }) => x))
    const right = Math.max(...points.map(({ x }) => x))
    const top = Math.min(...points.map(({ y }) => y))
    return (
      <SilenceChip
        key={key}
        silence={silence}
        place={place ?? t('wall.noPlace')}
        style={{
          position: 'absolute',
          top: `max(0px, calc(${top * 100}% - var(--spot) / 2 - ${isFar ? 46 : 34}px))`,
          maxWidth: '60%',
          ...(isFar ? { fontSize: 20 } : {}),
          // At the side with enough space.
          ...(left < 0.4
            ? { left: `calc(${left * 100}% - var(--spot) / 2)` }
            : { right: `calc(${(1 - right) * 100}% - var(--spot) / 2)` }),
        }}
      />
    )
  })
}
