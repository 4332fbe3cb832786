import { type RefObject, useEffect, useState } from 'react'

/** Why a live view holds still. */
export type Pause = 'scrolled' | 'open' | 'selected' | 'off'

/** Pixels below the page's top bar that still count as the top. */
const TOP_BAR = 56
const AT_TOP = 40

/** Whether somebody is reading in a table: scrolled away from its top, or with some of its text selected. */
export function useReading(table: RefObject<HTMLElement | null>): Exclude<Pause, 'open' | 'off'> | null {
  const [isScrolled, setIsScrolled] = useState(false)
  const [isSelected, setIsSelected] = useState(false)
  useEffect(() => {
    function onScroll(): void {
      const top = table.current?.getBoundingClientRect().top ?? TOP_BAR
      setIsScrolled(window.scrollY > AT_TOP && top < TOP_BAR)
    }
    function onSelection(): void {
      const selection = document.getSelection()
      const anchor = selection?.anchorNode ?? null
      setIsSelected(selection?.isCollapsed === false && table.current?.contains(anchor) === true)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    document.addEventListener('selectionchange', onSelection)
    return () => {
      window.removeEventListener('scroll', onScroll)
      document.removeEventListener('selectionchange', onSelection)
    }
  }, [table])
  if (isScrolled) return 'scrolled'
  return isSelected ? 'selected' : null
}
