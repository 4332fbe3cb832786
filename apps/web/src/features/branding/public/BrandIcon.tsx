import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { brandingQueries } from './branding.queries.ts'

/** The built-in icon, which the tab shows already. */
const OWN = '/favicon.svg'

/** The brand's icon beside its name; the built-in one until the server has answered, or when the picture cannot be loaded. */
export function BrandIcon({ size }: { size: number }) {
  const { data } = useQuery(brandingQueries.config())
  const [broken, setBroken] = useState<string>()
  const named = data?.branding.logo.icon ?? OWN
  const src = named === broken ? OWN : named
  return <img src={src} alt="" aria-hidden width={size} height={size} onError={() => setBroken(src)} />
}
