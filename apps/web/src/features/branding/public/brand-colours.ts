import { isColour } from '@dalyan/contracts/brand-colours'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BrandColours } from '../../../shared/theme/brand-theme.ts'
import { brandingQueries } from './branding.queries.ts'

const KEY = 'brand-colours'

/** The brand's colours; until the server has said them those of the last time, so that no page changes its colours while it opens. */
export function useBrandColours(): BrandColours | null {
  const { data } = useQuery(brandingQueries.config())
  const [kept] = useState(read)
  const told = data?.fromServer ? data.branding.theme : null
  useEffect(() => {
    if (told) keep(told)
  }, [told])
  return told ?? kept
}

function read(): BrandColours | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    const colours = Array.isArray(kept)
      ? kept.filter((colour: unknown) => typeof colour === 'string' && isColour(colour))
      : []
    const [primaryColor, secondaryColor, accentColor] = colours as string[]
    return primaryColor && secondaryColor && accentColor ? { primaryColor, secondaryColor, accentColor } : null
  } catch {
    return null
  }
}

function keep({ primaryColor, secondaryColor, accentColor }: BrandColours): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([primaryColor, secondaryColor, accentColor]))
  } catch {
    // Then each page opens in the product's own colours.
  }
}
