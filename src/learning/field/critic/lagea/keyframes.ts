/**
 * Key frames of an episode (lagea.txt 3.1.2): from a progress signal to the few pictures in which the outcome was
 * decided. Deterministic; ties go to the earlier picture.
 */
export interface Salience {
  /** weights of proximity to the goal, speed and turning points; they add up to 1 */
  readonly near: number
  readonly speed: number
  readonly turn: number
}

/** Speed of change matters most: a working robot is near its goal only at the end. */
const SALIENCE: Salience = { near: 0.2, speed: 0.5, turn: 0.3 }

/**
 * p_t of LAGEA-08: ω_s [z(s_t)]₊ + ω_v z(|v_t|) + ω_a z(|a_t|), z over the episode; a constant series has z = 0.
 *
 * @param progress s_t, one number per picture: a symbolic potential (LAGEA-07)
 * @throws RangeError when the three weights do not add up to 1
 */
export function salience(progress: readonly number[], weights: Salience = SALIENCE): number[] {
  const { near, speed, turn } = weights
  if (Math.abs(near + speed + turn - 1) > 1e-9)
    throw new RangeError(`weights of salience add up to ${near + speed + turn}, expected 1`)
  const velocity = differences(progress)
  const [s, v, a] = [progress, velocity.map(Math.abs), differences(velocity).map(Math.abs)].map(normalised)
  return progress.map(
    (_, t) => near * Math.max(0, s?.[t] ?? 0) + speed * (v?.[t] ?? 0) + turn * (a?.[t] ?? 0),
  )
}

/**
 * Selects at most `most` indices: first and last always, the others by falling salience and at least `spacing` pictures
 * from any already chosen (LAGEA-09).
 */
export function keyFrames(saliency: readonly number[], most: number, spacing: number): number[] {
  const last = saliency.length - 1
  if (last < 0) return []
  const chosen = new Set([0, last])
  const ranked = saliency
    .map((p, t) => ({ p, t }))
    .filter(({ t }) => t > 0 && t < last)
    .sort((a, b) => b.p - a.p || a.t - b.t)
  for (const { t } of ranked) {
    if (chosen.size >= Math.max(2, most)) break
    if ([...chosen].every((other) => Math.abs(other - t) >= spacing)) chosen.add(t)
  }
  return [...chosen].sort((a, b) => a - b)
}

/** x_t − x_{t−1}; 0 for the first. */
const differences = (series: readonly number[]): number[] =>
  series.map((value, t) => (t === 0 ? 0 : value - (series[t - 1] as number)))

function normalised(series: readonly number[]): number[] {
  const mean = series.reduce((sum, value) => sum + value, 0) / Math.max(1, series.length)
  const spread = Math.sqrt(
    series.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, series.length),
  )
  return series.map((value) => (spread < 1e-12 ? 0 : (value - mean) / spread))
}
