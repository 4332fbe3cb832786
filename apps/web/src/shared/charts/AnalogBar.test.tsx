import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppTheme } from '../../app/AppTheme.tsx'
import { AnalogBar, barGeometry } from './AnalogBar.tsx'

// The theme queries the brand's colours; here no server answers.
const cache = new QueryClient({ defaultOptions: { queries: { enabled: false } } })

const bar = (value: number) => (
  <QueryClientProvider client={cache}>
    <AppTheme>
      <AnalogBar
        value={value}
        limits={{ min: 0, max: 10 }}
        bounds={{ min: 0, max: 14 }}
        isOutside={false}
        isStale={false}
      />
    </AppTheme>
  </QueryClientProvider>
)

test('a new value moves the pointer of a bar by a transform, without a new layout', () => {
  const { container, rerender } = render(bar(2))
  const pointer = container.querySelector<HTMLElement>('[data-pointer]')
  const before = pointer?.style.transform
  const classes = pointer?.className
  expect(before).toMatch(/^translateX\(\d+(\.\d+)?%\)$/)
  rerender(bar(9))
  expect(pointer?.style.transform).not.toBe(before)
  // Nothing else changes: no style sheet, no position.
  expect(pointer?.className).toBe(classes)
  expect(pointer?.style.left).toBe('')
})

const bounds = { min: 0, max: 100 }

test('the band of a bar is its middle third and the pointer stands at the value', () => {
  const bar = barGeometry(50, { min: 40, max: 60 }, bounds)
  expect(bar.band).toEqual({ start: expect.closeTo(1 / 3), end: expect.closeTo(2 / 3), hasStart: true, hasEnd: true })
  expect(bar.pointer).toBeCloseTo(0.5)
})

test('a bar ends at the physical bounds of its metric', () => {
  const bar = barGeometry(0, { min: 10, max: 60 }, bounds)
  expect(bar.pointer).toBe(0)
  expect(bar.band?.start).toBeCloseTo(0.1)
})

test('the pointer of a value beyond the bar stays at its end', () => {
  expect(barGeometry(99, { min: 40, max: 60 }, bounds).pointer).toBe(1)
  expect(barGeometry(1, { min: 40, max: 60 }, bounds).pointer).toBe(0)
})

test('a band that is open on one side reaches the end of the bar', () => {
  expect(barGeometry(42, { min: null, max: 70 }, bounds)).toEqual({
    band: { start: 0, end: 0.7, hasStart: false, hasEnd: true },
    pointer: 0.42,
  })
})

test('a bar without limits has no band, and without a value no pointer', () => {
  expect(barGeometry(42, null, bounds)).toEqual({ band: null, pointer: 0.42 })
  expect(barGeometry(null, { min: 1, max: 2 }, bounds).pointer).toBeNull()
})

test('a bar shows negative limits', () => {
  const bar = barGeometry(-50, { min: -50, max: 350 }, { min: -2000, max: 2000 })
  expect(bar.pointer).toBe(bar.band?.start)
})
