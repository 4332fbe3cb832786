import type { Dependent } from '@dalyan/contracts/errors'
import { Fragment } from 'react'
import { ApiError } from '../api/api-error.ts'
import { RouterLink } from '../ui/RouterLink.tsx'

/** The server's message, in which the names of dependent records link to the page where they can be moved or deleted. */
export function RefusalText({ error }: { error: Error }) {
  const dependents = error instanceof ApiError ? error.dependents : []
  const names = dependents.map(({ name }) => name).join(', ')
  const at = names === '' ? -1 : error.message.indexOf(names)
  if (at < 0) return error.message
  return (
    <>
      {error.message.slice(0, at)}
      {dependents.map((dependent, index) => (
        <Fragment key={`${dependent.kind} ${dependent.id}`}>
          {index > 0 && ', '}
          <DependentLink dependent={dependent} />
        </Fragment>
      ))}
      {error.message.slice(at + names.length)}
    </>
  )
}

function DependentLink({ dependent: { kind, id, name } }: { dependent: Dependent }) {
  const look = { color: 'inherit', fontWeight: 700 } as const
  if (kind === 'tank') {
    return (
      <RouterLink to="/tanks/$id" params={{ id: String(id) }} lang="en" sx={look}>
        {name}
      </RouterLink>
    )
  }
  if (kind === 'firm') {
    return (
      <RouterLink to="/firms" search={{ search: name, dialog: 'view', id }} lang="en" sx={look}>
        {name}
      </RouterLink>
    )
  }
  return (
    <RouterLink to="/users" search={{ search: name, dialog: 'view', id }} sx={look}>
      {name}
    </RouterLink>
  )
}
