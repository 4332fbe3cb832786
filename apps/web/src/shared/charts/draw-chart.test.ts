import { describe, expect, test } from 'vitest'
import type uPlot from 'uplot'
import {
  crossingOf,
  drawBackground,
  drawOverLine,
  drawUnderLine,
  type ChartPicture,
  spreadHeights,
} from './draw-chart.ts'
import { constantLimits } from './limit-steps.ts'
import type { PlotModel } from './plot-model.ts'

const tokens = {
  bandFill: { color: '', alpha: 1, composited: 'band' },
  bandStroke: 'limit',
  bandStrokeDash: '4 4',
  outOfRange: { color: 'alarm', width: 3, marker: '' },
  gapHatch: 'hatch',
} as ChartPicture['tokens']

const always = (min: number | null, max: number | null) => constantLimits({ min, max })

/** Draws on a canvas of 100 × 100 whose scales are the identity (y upwards) and returns what was drawn. */
function drawn(
  draw: (u: uPlot, picture: ChartPicture) => void,
  model: Partial<PlotModel>,
  changes: Partial<ChartPicture> = {},
) {
  const calls: string[] = []
  const record =
    (name: string) =>
    (...args: unknown[]) =>
      calls.push([name, ...args].join(' '))
  const ctx = {
    canvas: { width: 100 },
    save: record('save'),
    restore: record('restore'),
    beginPath: record('beginPath'),
    clip: record('clip'),
    rect: record('rect'),
    moveTo: record('moveTo'),
    lineTo: record('lineTo'),
    arc: record('arc'),
    setLineDash: record('dash'),
    fill: () => calls.push(`fill ${ctx.fillStyle}`),
    fillRect: (...args: number[]) => calls.push(`fillRect ${args.join(' ')} ${ctx.fillStyle}`),
    stroke: () => calls.push(`stroke ${ctx.strokeStyle} ${ctx.lineWidth}`),
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    globalAlpha: 1,
    lineJoin: '',
  }
  const u = {
    ctx,
    width: 100,
    bbox: { left: 0, top: 0, width: 100, height: 100 },
    valToPos: (value: number, scale: string) => (scale === 'x' ? value : 100 - value),
  } as unknown as uPlot
  const full: PlotModel = {
    xs: [],
    min: [],
    avg: [],
    max: [],
    gaps: [],
    refused: [],
    prediction: null,
    yRange: [0, 100],
    stats: null,
    ...model,
  }
  draw(u, {
    model: full,
    limits: always(20, 60),
    marks: [],
    markColor: 'alarm',
    tokens,
    color: 'line',
    dash: [],
    ...changes,
  })
  return calls
}

const flat = (...values: (number | null)[]) => ({
  xs: values.map((_, i) => i * 10),
  min: values,
  avg: values,
  max: values,
})

describe('the background of a chart', () => {
  test('of a chart fills the band between the limits', () => {
    expect(drawn(drawBackground, {})).toContain('fillRect 0 40 100 40 band')
  })

  test('of a chart is filled to the edge on an open side, and not at all without limits', () => {
    expect(drawn(drawBackground, {}, { limits: always(null, 60) })).toContain('fillRect 0 40 100 60 band')
    expect(drawn(drawBackground, {}, { limits: [] }).filter((call) => call.startsWith('fillRect'))).toEqual([])
  })

  test('of a chart hatches exactly the gaps', () => {
    const calls = drawn(drawBackground, { gaps: [{ from: 30, to: 50 }] })
    expect(calls).toContain('rect 30 0 20 100')
    expect(calls).toContain('stroke hatch 1.5')
  })
})

describe('drawn under the line of a chart', () => {
  test('limits of a line with an axis of its own have its colour and its dash', () => {
    const axis = { side: 'right', title: 'ORP (mV)', limits: [] } as const
    const calls = drawn(drawUnderLine, {}, { axis, dash: [7, 3] })
    expect(calls).toContain('dash 7,3')
    expect(calls.filter((call) => call.startsWith('stroke'))).toEqual(['stroke line 1', 'stroke line 1'])
  })

  test('limits are dashed, also a limit of zero', () => {
    const calls = drawn(drawUnderLine, {}, { limits: always(0, null) })
    expect(calls).toContain('dash 4,4')
    expect(calls.filter((call) => call.startsWith('stroke limit'))).toHaveLength(1)
  })

  test('a bucket reaches from its least to its greatest value, so that a spike of one reading is visible', () => {
    const calls = drawn(drawUnderLine, { xs: [10, 20], min: [30, 30], avg: [35, 35], max: [40, 95] })
    expect(calls).toContain('fillRect 15 5 10 65 line')
  })
})

describe('a prediction in a chart', () => {
  const prediction = { times: [50, 70, 90], values: [50, 58, 66], errors: [0, 2, 4] }

  test('is a dotted line with a fan of its error, and a ring where it crosses the limit', () => {
    const calls = drawn(drawOverLine, { prediction })
    expect(calls.slice(calls.indexOf('lineTo 50 50'))).toEqual(
      expect.arrayContaining([
        'lineTo 70 40',
        'lineTo 90 30',
        'lineTo 90 38',
        'lineTo 70 44',
        'dash 2,4',
        'arc 75 40 5 0 6.283185307179586',
      ]),
    )
  })
  test('crosses the limit between two points, and none where it stays inside', () => {
    expect(crossingOf(prediction, always(20, 60))).toEqual({ time: 75, value: 60 })
    expect(crossingOf({ ...prediction, values: [30, 25, 15] }, always(20, 60))).toEqual({ time: 80, value: 20 })
    expect(crossingOf(prediction, always(20, 70))).toBeNull()
    expect(crossingOf(prediction, [])).toBeNull()
  })
})

describe('limits that changed within a chart', () => {
  const limits = [
    { from: -Infinity, min: 20, max: 60 },
    { from: 40, min: 20, max: 80 },
    { from: 70, min: null, max: null },
  ]
  /** The strokes of the limits, each from its start to its end. */
  const strokes = (calls: readonly string[]) =>
    calls.flatMap((call, i) =>
      call.startsWith('moveTo') ? [`${call.slice(7)} - ${calls[i + 1]?.slice(7) ?? ''}`] : [],
    )

  test('give the band a height for each time, and none after they were taken away', () => {
    const calls = drawn(drawBackground, {}, { limits })
    expect(calls.filter((call) => call.startsWith('fillRect'))).toEqual([
      'fillRect 0 40 40 40 band',
      'fillRect 40 20 30 60 band',
    ])
  })

  test('are lines of their time, with an upright edge at each change', () => {
    const calls = drawn(drawUnderLine, {}, { limits })
    expect(calls).toContain('dash 4,4')
    expect(strokes(calls)).toEqual([
      '0 80.5 - 40 80.5',
      '0 40.5 - 40 40.5',
      '40 80.5 - 70 80.5',
      '40 20.5 - 70 20.5',
      '40 20 - 40 80',
      '70 20 - 70 80',
    ])
  })

  test('colour what was out of range by the limits of its time', () => {
    const calls = drawn(drawOverLine, flat(70, 70, 70, 70, 70, 70, 70, 70, 70), { limits })
    expect(calls.filter((call) => call.startsWith('rect')).slice(1)).toEqual([
      'rect 0 0 40 40',
      'rect 0 80 40 20',
      'rect 40 0 30 20',
      'rect 40 80 30 20',
    ])
  })

  test('outside the window are not drawn, and have no edge', () => {
    const calls = drawn(drawUnderLine, {}, { limits: [...limits.slice(0, 2), { from: 150, min: 30, max: 50 }] })
    expect(strokes(calls)).toEqual([
      '0 80.5 - 40 80.5',
      '0 40.5 - 40 40.5',
      '40 80.5 - 100 80.5',
      '40 20.5 - 100 20.5',
      '40 20 - 40 80',
    ])
  })
})

describe('drawn over the line of a chart', () => {
  test('only values outside the band are drawn thick', () => {
    const calls = drawn(drawOverLine, flat(30, 80, 10))
    expect(calls).toContain('rect 0 0 100 40')
    expect(calls).toContain('rect 0 80 100 20')
    expect(calls.indexOf('rect 0 80 100 20')).toBeLessThan(calls.indexOf('stroke alarm 3'))
  })

  test('the line does not cross a gap', () => {
    const calls = drawn(drawOverLine, flat(80, 80, null, 80, 80))
    expect(calls.filter((call) => call.startsWith('moveTo'))).toEqual(['moveTo 0 20', 'moveTo 30 20'])
  })

  test('an isolated reading is a dot', () => {
    const calls = drawn(drawOverLine, flat(null, 50, null))
    expect(calls.some((call) => call.startsWith('arc 10 50'))).toBe(true)
    expect(calls).toContain('fill line')
  })

  test('a mark is a triangle on the top edge', () => {
    expect(drawn(drawOverLine, {}, { marks: [42] })).toContain('moveTo 37 0')
  })
})

test('labels that are far apart stay at their heights', () => {
  expect(spreadHeights([10, 90, 50], 15, 0, 100)).toEqual([10, 90, 50])
})

test('labels of lines that end together are stacked in the order of the lines', () => {
  expect(spreadHeights([51, 50, 50.5], 15, 0, 100)).toEqual([80, 50, 65])
})

test('labels stay inside the plot while there is space', () => {
  expect(spreadHeights([99, 98, 97], 15, 0, 100)).toEqual([100, 85, 70])
  expect(spreadHeights([-5, -5], 15, 0, 100)).toEqual([0, 15])
})

describe('refused values in a chart', () => {
  const rings = (calls: readonly string[]) => calls.filter((call) => call.startsWith('arc')).length

  test('are rings, at the edge of the plot where they lie outside of it', () => {
    const calls = drawn(
      drawOverLine,
      {
        refused: [
          { time: 20, value: 50 },
          { time: 60, value: 9_999 },
        ],
      },
      { limits: [] },
    )
    expect(calls.filter((call) => call.startsWith('arc'))).toEqual([
      expect.stringContaining('arc 20 50'),
      expect.stringMatching(/arc 60 [0-9]\b/),
    ])
  })

  test('that lie over each other are one ring', () => {
    const refused = Array.from({ length: 50 }, (_, i) => ({ time: i / 50, value: 50 }))
    expect(rings(drawn(drawOverLine, { refused }, { limits: [] }))).toBe(1)
  })
})
