import { describe, expect, test } from 'vitest'
import { givenPerformance, NO_PERFORMANCE } from '../../../../tests/given-statistics.ts'
import { alarmRates, loadLevel, performanceAdvice, rateText, shareText } from './performance-advice.ts'

const operators = (total: number) => ({ total, administrators: 0, acknowledging: 0 })

describe('alarm rates', () => {
  test('alarms are divided by the hours and by the operators', () => {
    const worst_hour = { from: '2026-11-20T10:00:00.000Z', raised: 30 }
    expect(alarmRates({ seconds: 7200, raised: 48, worst_hour, operators: operators(4) })).toEqual({
      perHour: 24,
      perOperator: 6,
      worst: 30,
      worstPerOperator: 7.5,
    })
  })

  test('a time without alarms has the rate 0, an unknown time and a tank without operators have none', () => {
    const nothing = { raised: 0, worst_hour: null }
    expect(alarmRates({ seconds: 3600, ...nothing, operators: operators(1) })).toEqual({
      perHour: 0,
      perOperator: 0,
      worst: 0,
      worstPerOperator: 0,
    })
    expect(Object.values(alarmRates({ seconds: null, ...nothing, operators: operators(1) }))).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(alarmRates({ seconds: 3600, ...nothing, operators: operators(0) })).toMatchObject({
      perHour: 0,
      perOperator: null,
    })
  })

  test('the average of less than an hour is unknown, the number of the worst hour is not', () => {
    const worst_hour = { from: '2026-11-20T10:00:00.000Z', raised: 2 }
    expect(alarmRates({ seconds: 3599, raised: 2, worst_hour, operators: operators(1) })).toEqual({
      perHour: null,
      perOperator: null,
      worst: 2,
      worstPerOperator: 2,
    })
  })

  test.each([
    [0, 'acceptable'],
    [6, 'acceptable'],
    [6.01, 'manageable'],
    [12, 'manageable'],
    [12.01, 'excessive'],
  ])('%d alarms per operator and hour are %s', (rate, level) => {
    expect(loadLevel(rate)).toBe(level)
  })

  test('small rates and shares are not shown as zero', () => {
    expect([0, 0.004, 0.25, 7.26, 1234.5].map(rateText)).toEqual(['0,0', '<0,01', '0,25', '7,3', '1.234,5'])
    expect([0, 0.0004, 0.0042, 0.25, 1].map(shareText)).toEqual(['%0', '<%0,1', '%0,4', '%25', '%100'])
  })
})

describe('advice on alarms', () => {
  test('a window without alarms needs none', () => {
    expect(Object.values(performanceAdvice(NO_PERFORMANCE)).flat()).toEqual([])
  })

  test('each figure that is out of its measure has an advice for values or for silences', () => {
    expect(performanceAdvice(givenPerformance())).toEqual({
      load: ['peak'],
      frequent: ['frequentValue'],
      chattering: ['chatteringValue'],
      stale: ['staleSilence'],
      acknowledgement: ['unacknowledged', 'late'],
      flood: ['floodSilence'],
    })
  })

  test('the load is too high above 6 per operator and hour on average, or above 12 in the worst hour', () => {
    const load = (raised: number, worst: number, of = 1) =>
      performanceAdvice({
        ...NO_PERFORMANCE,
        seconds: 36_000,
        raised,
        worst_hour: { from: '2026-11-20T10:00:00.000Z', raised: worst },
        operators: operators(of),
      }).load
    expect([load(60, 12), load(61, 12), load(60, 13), load(60, 13, 2), load(60, 13, 0)]).toEqual([
      [],
      ['load'],
      ['peak'],
      [],
      ['noOperator'],
    ])
  })

  test('an alarm is frequent from ten times and a tenth of all', () => {
    const [subject] = givenPerformance().frequent
    if (!subject) throw new Error('no alarm is given')
    const frequent = (raised: number, all: number) =>
      performanceAdvice({ ...NO_PERFORMANCE, raised: all, frequent: [{ ...subject, raised }] }).frequent
    expect([frequent(9, 9), frequent(10, 101), frequent(10, 100)]).toEqual([[], [], ['frequentValue']])
  })

  test('an alarm that has waited for less than an hour needs no advice yet', () => {
    const missed = (waiting: number, overdue: number) => {
      const [critical, ...rest] = NO_PERFORMANCE.acknowledgements
      if (!critical) throw new Error('no severity is given')
      const times = { ...critical, raised: 5, acknowledged: 3, waiting, overdue }
      return performanceAdvice({ ...NO_PERFORMANCE, raised: 5, acknowledgements: [times, ...rest] }).acknowledgement
    }
    expect([missed(2, 0), missed(2, 1), missed(1, 0)]).toEqual([[], ['unacknowledged'], ['unacknowledged']])
  })

  test('a flood mostly of values has another advice than one of silences', () => {
    const { floods } = givenPerformance()
    const data = floods.data.map((flood) => ({ ...flood, silent: 1 }))
    expect(performanceAdvice({ ...NO_PERFORMANCE, floods: { ...floods, data } }).flood).toEqual(['floodValue'])
  })
})
