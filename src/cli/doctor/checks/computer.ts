import { findings, type Check } from '../check.js'

const { ok, warn } = findings('computer')
const GIB = 2 ** 30
/** needed by the runtime, its models and the system together */
const NEEDED_GIB = 3
const HOT_C = 90

/** The computer: memory, speed and temperature. */
export const computer: Check = async ({ machine }) => {
  const { cores, memoryBytes, load } = machine
  const gib = memoryBytes / GIB
  const size = `${cores} core${cores === 1 ? '' : 's'}, ${gib.toFixed(1)} GiB of memory`
  const found = [
    cores < 2
      ? warn(size, 'the reflex loop and a model share one core: use a computer with two or more')
      : gib < NEEDED_GIB
        ? warn(size, `use ${NEEDED_GIB} GiB or more, or the kernel may kill the models`)
        : ok(size),
  ]
  if (load > 2 * cores)
    found.push(warn(`load ${load.toFixed(1)}`, 'another program is busy: see top; deadlines may be missed'))
  const governor = (await machine.read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'))?.trim()
  if (governor === 'powersave' && !(await pstate(machine.read.bind(machine))))
    found.push(
      warn(
        'the processor is held at its lowest speed (governor powersave)',
        'cpupower frequency-set -g schedutil',
      ),
    )
  const hot = await hottest(machine.list.bind(machine), machine.read.bind(machine))
  if (hot > HOT_C)
    found.push(
      warn(`a sensor reads ${hot.toFixed(0)} °C`, 'the processor slows down when hot: check fan and vents'),
    )
  return found
}

type Read = (path: string) => Promise<string | undefined>

/** Whether the driver is intel_pstate, where powersave means "as needed". */
const pstate = async (read: Read): Promise<boolean> =>
  /^intel_pstate/.test((await read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver')) ?? '')

async function hottest(list: (folder: string) => Promise<readonly string[]>, read: Read): Promise<number> {
  const sensors = (await list('/sys/class/thermal')).filter((name) => name.startsWith('thermal_zone'))
  const temperatures = await Promise.all(sensors.map((sensor) => read(`/sys/class/thermal/${sensor}/temp`)))
  return Math.max(0, ...temperatures.map((text) => Number(text) / 1000).filter(Number.isFinite))
}
