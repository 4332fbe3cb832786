import type { AlarmStage } from './alarm-stage.ts'

/** A tank with one terminal and pH limits 7…8, critical above 9; `send` stores one pH value. */
export async function givenPhTank(stage: AlarmStage, { delay = 0, terminals = 1 } = {}) {
  const template = await stage.template({ ph: { min: 7, max: 8, critical_max: 9 } }, delay)
  const tank = await stage.tank(template, terminals)
  const [terminal = 0, other = 0] = tank.terminals
  stage.clock.advance(1000)
  return {
    ...tank,
    template,
    terminal,
    other,
    send: (ph: number, ago = 0, from = terminal) => stage.send({ terminal: from, tank: tank.id, ago, values: { ph } }),
    states: async () => (await stage.rows(tank.id)).map(({ state }) => state),
  }
}
