// graft bt run TREE.xml --plugin examples/bt/battery-plugin.js
import { defineAction, defineCondition, DOUBLE, input, output } from 'graft/bt'

let charge = 0.6

const ReadBattery = defineAction({
  id: 'ReadBattery',
  description: 'Measures the charge of the battery.',
  ports: { charge: output(DOUBLE, 'between 0 and 1') },
  tick(ctx) {
    charge -= 0.05
    ctx.set('charge', charge)
    return 'SUCCESS'
  },
})

const BatteryAbove = defineCondition({
  id: 'BatteryAbove',
  description: 'Whether a charge is above a limit.',
  ports: { charge: input(DOUBLE), limit: input(DOUBLE, { default: 0.2 }) },
  check: (ctx) => ctx.get('charge') > ctx.get('limit'),
})

export default [ReadBattery, BatteryAbove]
