import type { TankNeighbours } from '@dalyan/contracts/tanks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rememberedTankOrder } from '../tank-order.ts'
import { tankQueries } from '../tanks.queries.ts'

/** The tanks before and after this one in the list from which somebody came; by code where it is not in that list. */
export function useNeighbours(tankId: number): Pick<TankNeighbours, 'previous' | 'next'> | undefined {
  const [order] = useState(rememberedTankOrder)
  const inList = useQuery({ ...tankQueries.neighbours(tankId, order), enabled: Number.isInteger(tankId) }).data
  const isElsewhere = inList?.position === null
  const byCode = useQuery({ ...tankQueries.neighbours(tankId, {}), enabled: isElsewhere }).data
  return isElsewhere ? byCode : inList
}
