import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { brandingQueries } from './branding.queries.ts'

/** The page's own mark, which its tab shows already. */
const OWN = '/favicon.svg'

/** The brand's mark beside its name; the page's own until the server has said it, and where its picture does not come. */
export function BrandIcon({ size }: { size: number }) {
  const { data } = useQuery(brandingQueries.config())
  const [broken, setBroken] = useState<string>()
  const named = data?.branding.logo.icon ?? OWN
  const src = named === broken ? OWN : named
  return <img src={src} alt="" aria-hidden width={size} height={size} onError={() => setBroken(src)} />
}
