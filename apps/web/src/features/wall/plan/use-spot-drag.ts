import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { PlanPoint } from './plan-layout.ts'

/** So far a pointer moves before it drags: a press is not a drag. */
const THRESHOLD_PX = 4

/**
 * Drags a tank over the stage, also from a list beside it: returns a handler of the press.
 * @param onDrag gets the point under the pointer, at which the tank's middle would stand; `goesOn`: not the first one of this drag
 */
export function useSpotDrag(
  stage: RefObject<HTMLElement | null>,
  onDrag: (id: number, point: PlanPoint, goesOn: boolean) => void,
) {
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  return (id: number, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    stop.current?.()
    const { clientX, clientY, pointerId } = event
    const box = event.currentTarget.getBoundingClientRect()
    // A tank on the stage keeps its distance to the pointer; one of the list comes under it.
    const isOnStage = stage.current?.contains(event.currentTarget) === true
    const offset = isOnStage
      ? { x: clientX - (box.left + box.width / 2), y: clientY - (box.top + box.height / 2) }
      : { x: 0, y: 0 }
    let isDragging = false
    let goesOn = false
    const move = (to: globalThis.PointerEvent) => {
      const area = stage.current?.getBoundingClientRect()
      if (to.pointerId !== pointerId || !area) return
      isDragging ||= Math.hypot(to.clientX - clientX, to.clientY - clientY) > THRESHOLD_PX
      const point = {
        x: (to.clientX - offset.x - area.left) / area.width,
        y: (to.clientY - offset.y - area.top) / area.height,
      }
      const isInside = point.x >= 0 && point.x <= 1 && point.y >= 0 && point.y <= 1
      if (!isDragging || (!isInside && !goesOn)) return
      onDrag(id, point, goesOn)
      goesOn = true
    }
    const end = (of: globalThis.PointerEvent) => of.pointerId === pointerId && stop.current?.()
    // The window's, because an element of the list is gone once its tank is on the stage.
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    stop.current = () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      stop.current = null
    }
  }
}
