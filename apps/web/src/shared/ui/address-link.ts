import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** Makes any link one of the page: a click stays inside, a middle click opens a tab. For addresses that are put together from parts. */
export function useAddressLink(address: string) {
  const router = useRouter()
  return {
    href: address,
    onClick(event: MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      router.history.push(address)
    },
  }
}
