import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CodeLink } from './links.tsx'

async function link(large: boolean) {
  const component = () => (
    <CodeLink to="/tanks/$id" params={{ id: '14' }} large={large}>
      TNK-014
    </CodeLink>
  )
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  render(<RouterProvider router={router as never} />)
  return screen.findByRole('link', { name: 'TNK-014' })
}

test('a long code in the head of a card wraps and is a large touch target', async () => {
  const head = await link(true)
  expect(head).toHaveAttribute('href', '/tanks/14')
  expect(head).toHaveStyle({ overflowWrap: 'anywhere', minHeight: '44px' })
  expect(head).not.toHaveStyle({ whiteSpace: 'nowrap' })
})

test('a long code in a table row stays on one line', async () => {
  expect(await link(false)).toHaveStyle({ whiteSpace: 'nowrap' })
})
