import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** Makes a plain link navigate inside the page; a middle click opens a tab. For composed addresses, which typed links cannot take. */
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
