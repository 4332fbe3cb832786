import { TANK_STATUSES, type TankListQuery, type TankStatus } from '@dalyan/contracts/tanks'

export const PAGE_SIZES = [10, 25, 50, 100] as const
const SORTS = ['code', '-code', 'name', '-name', 'status', '-status', 'province', '-province'] as const
export type TankSort = (typeof SORTS)[number]

/** The list's state as it stands in the address; what is left out has its default. */
export interface TankListSearch {
  search?: string
  status?: TankStatus[]
  page?: number
  per_page?: (typeof PAGE_SIZES)[number]
  sort?: TankSort
}

const DEFAULT_SORT: TankSort = 'code'

/** Reads the address: unknown keys and values that cannot be are dropped, defaults are left out. */
export function readTankListSearch(raw: Record<string, unknown>): TankListSearch {
  const search = String(raw['search'] ?? '').slice(0, 200)
  const words = Array.isArray(raw['status']) ? raw['status'].map(String) : String(raw['status'] ?? '').split(',')
  const status = TANK_STATUSES.filter((each) => words.includes(each) && each !== 'deleted')
  const page = Number(raw['page'])
  const perPage = PAGE_SIZES.find((size) => size === Number(raw['per_page']))
  const sort = SORTS.find((each) => each === raw['sort'])
  return {
    ...(search ? { search } : {}),
    ...(status.length > 0 ? { status } : {}),
    ...(Number.isInteger(page) && page > 1 && page < 1e9 ? { page } : {}),
    ...(perPage && perPage !== 25 ? { per_page: perPage } : {}),
    ...(sort && sort !== DEFAULT_SORT ? { sort } : {}),
  }
}

/** The call that shows this state. */
export function asTankListQuery({ search, status, page, per_page, sort }: TankListSearch): Partial<TankListQuery> {
  const order = sort ?? DEFAULT_SORT
  const field = order.replace('-', '') as 'code' | 'name' | 'status' | 'province'
  return {
    page: page ?? 1,
    per_page: per_page ?? 25,
    sort: [{ field, descending: order.startsWith('-') }],
    ...(search ? { search } : {}),
    ...(status ? { filter_status: status } : {}),
  }
}
