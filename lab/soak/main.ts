import { parseArgs } from 'node:util'
import { soak } from '#test/soak/support/soak.js'

/**
 * Many hours of the service on the virtual robot: does the heap grow, do descriptors and timers stay, is the
 * store bounded?
 *
 *     node --expose-gc --import tsx lab/soak/main.ts --hours 24
 */
const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    /** ends it, whatever the hours */
    seconds: { type: 'string', default: 'Infinity' },
    'store-mib': { type: 'string', default: '64' },
    samples: { type: 'string', default: '48' },
    json: { type: 'boolean', default: false },
  },
})
if (globalThis.gc === undefined)
  process.stderr.write('without --expose-gc the heap is measured with its garbage\n')
const end = await soak({
  hours: Number(values.hours),
  seconds: Number(values.seconds),
  maxMiB: Number(values['store-mib']),
  samples: Number(values.samples),
  tell: (text) => process.stderr.write(`${text}\n`),
})
if (values.json) process.stdout.write(`${JSON.stringify(end)}\n`)
else
  process.stdout.write(
    [
      `${end.hours.toFixed(2)} h of virtual time in ` +
        `${end.seconds.toFixed(0)} s: ${end.runs} runs, ${end.episodes} episodes, ` +
        `${end.turns} turns, ${end.news} pieces of news`,
      `heap: ${(end.heapBytesPerHour / 1024 / 1024).toFixed(3)} MiB/h of virtual time (least squares, the ` +
        `first 30 % left out)`,
      `descriptors ${end.descriptors.join('…')}; timers and handles that changed: ${JSON.stringify(end.inconstant)}`,
      `store: ${(end.mostStoreBytes / 1024 / 1024).toFixed(1)} MiB at most`,
      '',
    ].join('\n'),
  )
// a leak shows in hours; in less the least squares fit noise
const heapGrows = end.hours >= 2 && end.heapBytesPerHour >= 1024 * 1024
const resourcesGrow = end.descriptors[1] - end.descriptors[0] > 5 || Object.keys(end.inconstant).length > 0
if (heapGrows || resourcesGrow) process.stdout.write('something grows that should not\n')
process.exit(heapGrows || resourcesGrow ? 1 : 0)
