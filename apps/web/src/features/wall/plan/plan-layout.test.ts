import { given } from '../../../../tests/given.ts'
import { expect, test } from 'vitest'
import { changeDraft } from './plan-draft.ts'
import {
  chosenPlan,
  comfortableZoom,
  contained,
  displaySpot,
  moved,
  nextPoint,
  type PlanPoint,
  shortCodes,
  snap,
  spotSize,
} from './plan-layout.ts'

/** Its pixels are those of the grid. */
const PICTURE = { width: 1_000, height: 500 }
const px = ({ x, y }: PlanPoint) => [Math.round(x * 1_000), Math.round(y * 500)]
const at = (x: number, y: number) => ({ x: x / 1_000, y: y / 500 })

test('a tank stands on a grid of 8 pixels, wholly inside the plan', () => {
  expect(px(snap(at(101, 99), PICTURE))).toEqual([104, 96])
  expect(px(snap(at(-50, 900), PICTURE))).toEqual([25, 475])
})

test('the grid is that of a plan of 1,000 pixels, whatever the size of the picture', () => {
  expect(snap({ x: 0.101, y: 0.2 }, { width: 3_000, height: 1_500 })).toEqual(snap({ x: 0.101, y: 0.2 }, PICTURE))
})

test('an arrow key moves a tank by 8 pixels, with Shift by one', () => {
  expect(px(moved(at(104, 96), [1, 0], false, PICTURE))).toEqual([112, 96])
  expect(px(moved(at(104, 96), [0, -1], true, PICTURE))).toEqual([104, 95])
  expect(px(moved(at(25, 96), [-1, 0], false, PICTURE))).toEqual([25, 96])
})

test('the next tank is put to the right of the last one, and at the end of the row below it', () => {
  expect(px(nextPoint(undefined, PICTURE))).toEqual([504, 248])
  expect(px(nextPoint(at(104, 96), PICTURE))).toEqual([168, 96])
  expect(px(nextPoint(at(960, 96), PICTURE))).toEqual([25, 160])
})

test('the initial zoom draws nine of ten tanks without an overlap', () => {
  const row = (gap: number) => new Map(Array.from({ length: 10 }, (_, i) => [i, at(50 + i * gap, 100)]))
  expect(comfortableZoom(row(80), PICTURE)).toBe(1)
  expect(comfortableZoom(row(26), PICTURE)).toBeCloseTo(2)
  expect(comfortableZoom(row(1), PICTURE)).toBeCloseTo(6)
  expect(comfortableZoom(new Map(), PICTURE)).toBe(1)
  expect(displaySpot(row(86), PICTURE)).toBeCloseTo(80)
  expect(displaySpot(row(10), PICTURE)).toBe(50)
})

test('below that zoom the tanks become smaller, but stay visible', () => {
  expect([spotSize(4, 2), spotSize(2, 2), spotSize(1, 2), spotSize(1, 6)]).toEqual([50, 50, 25, 22])
})

test('a picture is drawn wholly inside its box', () => {
  expect(contained(PICTURE, { width: 500, height: 900 })).toEqual({ width: 500, height: 250 })
  expect(contained(PICTURE, { width: 5_000, height: 100 })).toEqual({ width: 200, height: 100 })
})

test('without a choice the first plan with a picture is shown', () => {
  const plan = (id: number | null, hasPicture: boolean) =>
    given.plan({ firm: id === null ? null : { id, code: 'F', name: 'F' }, ...(hasPicture ? {} : { picture: null }) })
  const plans = [plan(1, false), plan(2, true), plan(null, true)]
  expect(chosenPlan(plans, undefined)).toBe(plans[1])
  expect(chosenPlan(plans, '1')).toBe(plans[0])
  expect(chosenPlan(plans, 'none')).toBe(plans[2])
  expect(chosenPlan(plans, 'x')).toBe(plans[1])
  expect(chosenPlan([], '1')).toBeUndefined()
})

test('codes are shortened by what those of one place have in common', () => {
  const tanks = [
    ...['LARVA-01', 'LARVA-02'].map((code, id) => given.wallTank({ id, code, place: 'A' })),
    given.wallTank({ id: 2, code: 'DENIZ-1', place: 'B' }),
  ]
  const shown = tanks.map((tank) => ({ tank, state: tank.state }))
  expect([...shortCodes(given.wall({ tanks }), shown).values()]).toEqual(['01', '02', 'DENIZ-1'])
})

test('undo takes back a whole drag, and a change that changes nothing is no step', () => {
  const start = { positions: new Map([[1, at(104, 96)]]), past: [] }
  const dragged = [at(112, 96), at(120, 96)].reduce(
    (draft, point, i) => changeDraft(draft, { id: 1, point, goesOn: i > 0 }),
    start as Parameters<typeof changeDraft>[0],
  )
  expect(dragged.positions.get(1)).toEqual(at(120, 96))
  expect(changeDraft(dragged, 'undo')).toEqual(start)
  expect(changeDraft(start, { id: 1, point: at(104, 96) })).toBe(start)
  expect(changeDraft(start, { id: 2, point: null })).toBe(start)
  expect(changeDraft(start, 'undo')).toBe(start)
  expect(changeDraft(start, { id: 1, point: null }).positions.size).toBe(0)
})
