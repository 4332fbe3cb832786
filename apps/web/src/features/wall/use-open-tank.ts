import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** Opens the tank of a pressed tile inside the page; a middle click and the modifiers open a tab. */
export function useOpenTank() {
  const navigate = useNavigate()
  return (event: MouseEvent<HTMLElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element)) return
    const id = /\/tanks\/(\d+)$/.exec(event.target.closest('a[data-tank]')?.getAttribute('href') ?? '')?.[1]
    if (id === undefined) return
    event.preventDefault()
    void navigate({ to: '/tanks/$id', params: { id } })
  }
}
