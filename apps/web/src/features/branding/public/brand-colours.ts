import { isColour } from '@dalyan/contracts/brand-colours'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readStoredJson, writeStored } from '../../../shared/browser/storage.ts'
import type { BrandColours } from '../../../shared/theme/brand-theme.ts'
import { brandingQueries } from './branding.queries.ts'

const KEY = 'brand-colours'

/** The brand's colours; until the server answers, those of the last visit, so that the colours of a page do not change while it opens. */
export function useBrandColours(): BrandColours | null {
  const { data } = useQuery(brandingQueries.config())
  const [stored] = useState(readColours)
  const current = data?.fromServer ? data.branding.theme : null
  useEffect(() => {
    if (!current) return
    const { primaryColor, secondaryColor, accentColor } = current
    writeStored(KEY, JSON.stringify([primaryColor, secondaryColor, accentColor]))
  }, [current])
  return current ?? stored
}

function readColours(): BrandColours | null {
  const stored = readStoredJson(KEY)
  const colours = Array.isArray(stored) ? stored.filter((colour) => typeof colour === 'string' && isColour(colour)) : []
  const [primaryColor, secondaryColor, accentColor] = colours as string[]
  return primaryColor && secondaryColor && accentColor ? { primaryColor, secondaryColor, accentColor } : null
}
