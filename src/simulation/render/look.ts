/**
 * How a scene is lit and how its camera sees, apart from geometry. Training varies these; the virtual robot's
 * camera uses `DAYLIGHT`.
 */
export interface Look {
  /** where the lamp stands: degrees counter-clockwise from +x, and degrees above the floor (15…90) */
  readonly light: { readonly azimuth: number; readonly elevation: number }
  /** share of light that comes from everywhere, 0…1; the rest comes from the lamp */
  readonly ambient: number
  /** darkness of the ground shadows, 0…1 */
  readonly shadow: number
  readonly floor: 'grey' | 'wood'
  /** brightness of the whole picture, 1 = nominal, useful from 0.35 to 1.5 */
  readonly level: number
  /** colour temperature of the light, kelvin, 2500…10000; 6500 is neutral */
  readonly kelvin: number
  /** fall-off of light into the corners, 0 = none, 1 = black corners */
  readonly vignette: number
  /** standard deviation of the sensor's noise in 8-bit steps */
  readonly noise: number
}

export const DAYLIGHT: Look = {
  light: { azimuth: 215, elevation: 58 },
  ambient: 0.5,
  shadow: 0.34,
  floor: 'grey',
  level: 1,
  kelvin: 6200,
  vignette: 0.22,
  noise: 2.2,
}
