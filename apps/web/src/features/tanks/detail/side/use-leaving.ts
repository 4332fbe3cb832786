import { useEffect, useEffectEvent, useRef } from 'react'
import { useFullscreen } from '../../../../shared/ui/use-fullscreen.ts'

/** The ways out of the side view: a button, Esc, and the end of the full screen, which Esc ends first. */
export function useLeaving(onLeave: () => void): () => void {
  const { active, toggle } = useFullscreen()
  const wasActive = useRef(false)
  const leave = () => {
    if (active) toggle()
    onLeave()
  }
  const byKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) leave()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => byKey(event)
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  const ended = useEffectEvent(onLeave)
  useEffect(() => {
    if (wasActive.current && !active) ended()
    wasActive.current = active
  }, [active])
  return leave
}
