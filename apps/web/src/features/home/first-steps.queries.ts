import { firmsApi } from '@dalyan/contracts/firms'
import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { usersApi } from '@dalyan/contracts/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'

const query = { per_page: 1 }

/** What a new installation needs, in order, and whether it is there. */
export const firstStepsQuery = () =>
  queryOptions({
    queryKey: ['home', 'first-steps'],
    queryFn: async ({ signal }) => {
      const [firms, templates, terminals, tanks, users] = await Promise.all([
        call(firmsApi.list, { query }, signal),
        call(rangeTemplatesApi.list, { query }, signal),
        call(terminalsApi.list, { query }, signal),
        call(tanksApi.list, { query }, signal),
        call(usersApi.list, { query }, signal),
      ])
      return {
        firm: firms.total > 0,
        template: templates.total > 0,
        terminal: terminals.total > 0,
        tank: tanks.total > 0,
        // The first is the administrator who is asking.
        user: users.total > 1,
      }
    },
    staleTime: 0,
  })
