/** sRGB (IEC 61966-2-1), 0…1, as linear light; what is outside is moved to the edge. */
export function toLinear(value: number): number {
  const x = value > 0 ? Math.min(1, value) : 0
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4
}

/** Linear light as a level of 8 bits, with a soft shoulder near white so that highlights keep their colour. */
export function toLevel(linear: number): number {
  const at = linear * STEPS_PER_UNIT
  return at > 0 ? (LEVELS[at < LAST ? at | 0 : LAST] as number) : 0
}

/** The table ends at this much light; what is brighter is white. */
const BRIGHTEST = 4
const STEPS_PER_UNIT = 4096
const LAST = BRIGHTEST * STEPS_PER_UNIT
const LEVELS = Uint8Array.from({ length: LAST + 1 }, (_, i) => {
  const light = shoulder(i / STEPS_PER_UNIT)
  const level = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(255 * level)
})

/** The identity up to 0.7, then bent so that 1 is never passed. */
function shoulder(light: number): number {
  const bend = 0.7
  const over = light - bend
  return over <= 0 ? light : bend + (1 - bend) * (1 - Math.exp(-over / (1 - bend)))
}
