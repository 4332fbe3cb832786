/** Width of the column with time and events. */
export const SIDE_PX = 470

const PADDING = 18
const GAP = 8
/** Head of a place, and the space below it. */
const HEAD_PX = 34 + 8
/** A tile at scale 1: its value has 48 px and its code 28 px. */
const TILE = { width: 148, height: 119 }
/** Below this the code of a tank has less than 20 px, which is not legible from four metres. */
const LEAST_SCALE = 0.72
const MOST_SCALE = 2.2
const MOST_COLUMNS = 24

interface Fit {
  columns: number
  /** Size of a tile as a part of its size at 60 tanks on 1920 × 1080. */
  scale: number
  /** How many tanks fit; when there are more, only the worst are shown. */
  capacity: number
}

/** The line that says how many are not shown. */
const REST_PX = 32

/**
 * The largest tiles with which all places fit on a screen; where they would be too small to read, as many as fit.
 * @param placeOf the place of each tank, the worst tank first
 */
export function fitTiles(placeOf: readonly unknown[], screenWidth: number, screenHeight: number): Fit {
  const places = [...Map.groupBy(placeOf, (place) => place).values()].map(({ length }) => length)
  const isWide = screenWidth >= 900
  const width = screenWidth - 2 * PADDING - (isWide ? SIDE_PX + PADDING : 0)
  const height = screenHeight - 2 * PADDING
  const fits = Array.from({ length: MOST_COLUMNS }, (_, i) => {
    const columns = i + 1
    const rows = places.reduce((sum, tanks) => sum + Math.ceil(tanks / columns), 0)
    const tileWidth = (width - (columns - 1) * GAP) / columns
    const gaps = places.length * HEAD_PX + Math.max(0, rows - places.length) * GAP
    const tileHeight = (height - gaps) / Math.max(1, rows)
    return { columns, scale: Math.min(tileWidth / TILE.width, tileHeight / TILE.height, MOST_SCALE) }
  })
  const best = fits.reduce((a, b) => (b.scale > a.scale ? b : a), { columns: 1, scale: 0 })
  if (best.scale >= LEAST_SCALE) return { ...best, capacity: Infinity }
  const columns = Math.max(1, Math.floor((width + GAP) / (TILE.width * LEAST_SCALE + GAP)))
  return { columns, scale: LEAST_SCALE, capacity: Math.max(1, firstThatFit(placeOf, columns, height - REST_PX)) }
}

/** How many of these tanks, from the first on, fit into a height with the smallest tiles. */
function firstThatFit(placeOf: readonly unknown[], columns: number, height: number): number {
  const shown = new Map<unknown, number>()
  let used = 0
  const tooMuch = placeOf.findIndex((place) => {
    const before = shown.get(place) ?? 0
    shown.set(place, before + 1)
    if (before % columns === 0) used += TILE.height * LEAST_SCALE + (before === 0 ? HEAD_PX : GAP)
    return used > height
  })
  return tooMuch === -1 ? placeOf.length : tooMuch
}
