import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { onDemand } from './on-demand.tsx'

test('what is around a part stays where the code of the part cannot be loaded', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const load = () => Promise.reject(new TypeError('Failed to fetch'))
  const Pages = onDemand(load, { meanwhile: 'without pages', mayBeMissing: true })
  const screen = render(
    <p>
      the rows, <Pages />
    </p>,
  )
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1), 20_000)
  await vi.dynamicImportSettled()
  expect(screen.container).toHaveTextContent('the rows, without pages')
})
