import type { KnownKey } from './known-keys.js'

/** Guesses what was meant by a number in another unit, or by one with its unit appended. */
export function unitHint(key: KnownKey, got: unknown): string | undefined {
  const { type } = key.schema
  if (type !== 'integer' && type !== 'number') return undefined
  const own = unitOf(key.name)
  if (typeof got === 'string') return fromText(key, own, got)
  if (typeof got !== 'number' || own === undefined) return undefined
  const meant = Object.entries(UNITS).find(
    ([name, unit]) =>
      name !== own.name && unit.quantity === own.quantity && inRange((got * unit.size) / own.size, key),
  )
  if (meant === undefined || inRange(got, key)) return undefined
  const [name, unit] = meant
  return `it is in ${own.name}: for ${got} ${name} write ${formatNumber((got * unit.size) / own.size, key)}`
}

interface Unit {
  readonly quantity: 'time' | 'bytes' | 'speed'
  readonly size: number
}

/** In the order in which they are tried as the intended unit: seconds and milliseconds first. */
const UNITS: Readonly<Record<string, Unit>> = {
  s: { quantity: 'time', size: 1 },
  ms: { quantity: 'time', size: 0.001 },
  min: { quantity: 'time', size: 60 },
  h: { quantity: 'time', size: 3600 },
  days: { quantity: 'time', size: 86_400 },
  MiB: { quantity: 'bytes', size: 2 ** 20 },
  GiB: { quantity: 'bytes', size: 2 ** 30 },
  bytes: { quantity: 'bytes', size: 1 },
  KiB: { quantity: 'bytes', size: 2 ** 10 },
  TiB: { quantity: 'bytes', size: 2 ** 40 },
  'm/s': { quantity: 'speed', size: 1 },
  'cm/s': { quantity: 'speed', size: 0.01 },
  'mm/s': { quantity: 'speed', size: 0.001 },
  'km/h': { quantity: 'speed', size: 1 / 3.6 },
}

/** Common spellings. */
const ALIASES: Readonly<Record<string, string>> = {
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  m: 'min',
  minutes: 'min',
  hours: 'h',
  d: 'days',
  day: 'days',
  b: 'bytes',
  k: 'KiB',
  kb: 'KiB',
  mb: 'MiB',
  gb: 'GiB',
  g: 'GiB',
  tb: 'TiB',
}

function unitOf(name: string): (Unit & { readonly name: string }) | undefined {
  const own = SUFFIXES.find(([ending]) => name.endsWith(ending))?.[1]
  const unit = own === undefined ? undefined : UNITS[own]
  return own === undefined || unit === undefined ? undefined : { name: own, ...unit }
}

/** The end of a key's name gives its unit. */
const SUFFIXES: readonly (readonly [string, string])[] = [
  ['Ms', 'ms'],
  ['Seconds', 's'],
  ['Days', 'days'],
  ['MiB', 'MiB'],
  ['GiB', 'GiB'],
  ['teleop.speed', 'm/s'],
]

function fromText(key: KnownKey, own: ReturnType<typeof unitOf>, text: string): string | undefined {
  const [, digits, written = ''] = /^\s*(-?\d+(?:[.,]\d+)?)\s*([a-zA-Z/]*)\s*$/.exec(text.slice(0, 60)) ?? []
  if (digits === undefined) return undefined
  const number = Number(digits.replace(',', '.'))
  const name =
    Object.keys(UNITS).find((each) => each.toLowerCase() === written.toLowerCase()) ??
    ALIASES[written.toLowerCase()]
  const writtenUnit = name === undefined ? undefined : UNITS[name]
  const value =
    writtenUnit !== undefined && writtenUnit.quantity === own?.quantity
      ? (number * writtenUnit.size) / own.size
      : number
  const ownUnit = own === undefined ? '' : `; the key says ${own.name}`
  return `write the number alone, without quotes and unit: ${formatNumber(value, key)}${ownUnit}`
}

const inRange = (value: number, { schema: { minimum = -Infinity, maximum = Infinity } }: KnownKey): boolean =>
  value >= minimum && value <= maximum

const formatNumber = (value: number, { schema: { type } }: KnownKey): string =>
  String(type === 'integer' ? Math.round(value) : Number(value.toPrecision(4)))
