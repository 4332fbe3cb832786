import { type KeyboardEvent, type RefObject, useEffect } from 'react'

const TILE = 'a[data-tank]'

/**
 * Moves the focus between tiles in two dimensions: arrows by tile, Home and End within the row. The tiles are one stop of the tab key: the one that
 * had the focus last.
 */
export function useTileKeys(grid: RefObject<HTMLElement | null>) {
  // After each paint, because a filter may have removed the tile that was the stop.
  useEffect(() => {
    const stop = grid.current?.querySelector<HTMLElement>(`${TILE}[tabindex="0"]`)
    if (!stop) grid.current?.querySelector<HTMLElement>(TILE)?.setAttribute('tabindex', '0')
  })
  return {
    onFocus({ target }: { target: EventTarget }) {
      if (!(target instanceof HTMLElement) || !target.matches(TILE)) return
      for (const other of grid.current?.querySelectorAll(`${TILE}[tabindex="0"]`) ?? [])
        other.setAttribute('tabindex', '-1')
      target.setAttribute('tabindex', '0')
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const tiles = [...(grid.current?.querySelectorAll<HTMLElement>(TILE) ?? [])]
      const at = tiles.findIndex((tile) => tile === event.target)
      if (at === -1) return
      const next = target(event.key, tiles, at)
      if (next === undefined) return
      event.preventDefault()
      next?.focus()
    },
  }
}

/** The tile that a key leads to; null: there is none in this direction; undefined: the key means something else. */
function target(key: string, tiles: readonly HTMLElement[], at: number): HTMLElement | null | undefined {
  if (key === 'ArrowRight') return tiles[at + 1] ?? null
  if (key === 'ArrowLeft') return tiles[at - 1] ?? null
  if (!['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)) return undefined
  const boxes = tiles.map((tile) => tile.getBoundingClientRect())
  const here = boxes[at]
  if (!here) return null
  const inRow = (top: number) => tiles.filter((_, i) => Math.abs((boxes[i]?.top ?? 0) - top) < 2)
  if (key === 'Home') return inRow(here.top)[0] ?? null
  if (key === 'End') return inRow(here.top).at(-1) ?? null
  const tops = boxes
    .map(({ top }) => top)
    .filter((top) => (key === 'ArrowUp' ? top < here.top - 2 : top > here.top + 2))
  if (tops.length === 0) return null
  const row = inRow(key === 'ArrowUp' ? Math.max(...tops) : Math.min(...tops))
  const distance = (tile: HTMLElement) => Math.abs(tile.getBoundingClientRect().left - here.left)
  return row.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}
