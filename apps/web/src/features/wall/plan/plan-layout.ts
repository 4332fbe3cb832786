import type { Plan, PlanPosition } from '@dalyan/contracts/plan'
import type { Wall } from '@dalyan/contracts/wall'
import { commonPrefix, placeGroups, type ShownTank } from '../wall-tanks.ts'

/** A point on a plan, as parts of the picture's width and height. */
export type PlanPoint = Pick<PlanPosition, 'x' | 'y'>
export type Positions = ReadonlyMap<number, PlanPoint>

/** Diameter of a tank on the screen. */
export const SPOT_PX = 50
/** Steps and margins are those of a plan drawn so wide, so that tanks placed on different screens stand in line. */
const NOMINAL_WIDTH = 1_000
const GRID_PX = 8
/** A tank beside the one that was placed before it. */
const NEXT_PX = 64
/** Less than this and a tank is a dot without text. */
const LEAST_SPOT_PX = 22
const MOST_ZOOM = 6
const MOST_SPOT_PX = 120

export interface Size {
  width: number
  height: number
}

/** Width and height of the plan in the pixels of the grid. */
const nominal = ({ width, height }: Size): Size => ({
  width: NOMINAL_WIDTH,
  height: (NOMINAL_WIDTH * height) / width,
})

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most))

/** The nearest point at which a tank is wholly inside the plan. `step`: the grid in nominal pixels. */
export function snap({ x, y }: PlanPoint, picture: Size, step = GRID_PX): PlanPoint {
  const { width, height } = nominal(picture)
  const onGrid = (part: number, length: number) =>
    clamp(Math.round((part * length) / step) * step, SPOT_PX / 2, length - SPOT_PX / 2) / length
  return { x: onGrid(x, width), y: onGrid(y, height) }
}

/** Moves a tank by so many steps: of the grid, or of a pixel. */
export function moved(
  { x, y }: PlanPoint,
  [right, down]: readonly [number, number],
  isFine: boolean,
  picture: Size,
): PlanPoint {
  const { width, height } = nominal(picture)
  const step = isFine ? 1 : GRID_PX
  return snap({ x: x + (right * step) / width, y: y + (down * step) / height }, picture, step)
}

/** Where the next tank is put: to the right of the one before, at the end of a row in the next one; without one, in the middle. */
export function nextPoint(before: PlanPoint | undefined, picture: Size): PlanPoint {
  if (!before) return snap({ x: 0.5, y: 0.5 }, picture)
  const { width, height } = nominal(picture)
  const x = before.x + NEXT_PX / width
  return x * width <= width - SPOT_PX / 2
    ? snap({ x, y: before.y }, picture)
    : snap({ x: 0, y: before.y + NEXT_PX / height }, picture)
}

/**
 * How far to zoom in, from the plan drawn in `drawn` pixels, so that nine of ten tanks do not overlap.
 * @returns 1 when none do
 */
export function comfortableZoom(positions: Positions, drawn: Size): number {
  return clamp((SPOT_PX + 2) / Math.max(nearestPx(positions, drawn), 1), 1, MOST_ZOOM)
}

/** The diameter of a tank on a wall display: as large as possible while nine of ten do not overlap. */
export function displaySpot(positions: Positions, drawn: Size): number {
  return clamp(nearestPx(positions, drawn) - 6, SPOT_PX, MOST_SPOT_PX)
}

/** The distance in pixels that nine of ten tanks keep from the nearest other one. */
function nearestPx(positions: Positions, drawn: Size): number {
  const points = [...positions.values()]
  const distances = points
    .map((one, i) =>
      Math.min(
        ...points.map((other, k) =>
          i === k ? Infinity : Math.hypot((one.x - other.x) * drawn.width, (one.y - other.y) * drawn.height),
        ),
      ),
    )
    .toSorted((a, b) => a - b)
  return distances[Math.floor(distances.length / 10)] ?? Infinity
}

/** The diameter of a tank: smaller while the plan is drawn too small for all of them. */
export function spotSize(zoom: number, comfortable: number): number {
  return clamp((SPOT_PX * zoom) / comfortable, LEAST_SPOT_PX, SPOT_PX)
}

export const mostZoom = (comfortable: number) => Math.max(4, comfortable)

/** The largest size of a picture of this shape inside a box. */
export function contained(picture: Size, box: Size): Size {
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}

export const positionsOf = ({ positions }: Pick<Plan, 'positions'>): Positions =>
  new Map(positions.map(({ tank_id, x, y }) => [tank_id, { x, y }]))

/** The plan's key in the address. */
export const planKey = ({ firm }: Pick<Plan, 'firm'>): string => (firm ? String(firm.id) : 'none')

/** The asked plan; without one the first that has a picture. */
export function chosenPlan(plans: readonly Plan[], key: string | undefined): Plan | undefined {
  return plans.find((plan) => planKey(plan) === key) ?? plans.find(({ picture }) => picture !== null) ?? plans[0]
}

/** The codes of the tanks without what those of their place have in common. */
export function shortCodes(wall: Wall, tanks: readonly ShownTank[]): Map<number, string> {
  return new Map(
    placeGroups(wall.places, tanks).flatMap(({ tanks: of }) => {
      const prefix = commonPrefix(of.map(({ tank }) => tank.code))
      return of.map(({ tank }): [number, string] => [tank.id, tank.code.slice(prefix.length)])
    }),
  )
}
