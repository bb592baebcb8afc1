/** `12.3 s`, `4 min 10 s`, `2 h 5 min`, `3 d 4 h`: as much as one needs to know. */
export function span(ms: number): string {
  const seconds = ms / 1000
  if (!Number.isFinite(seconds)) return '?'
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const [d, h, min, s] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    Math.floor(seconds) % 60,
  ]
  return d > 0 ? `${d} d ${h} h` : h > 0 ? `${h} h ${min} min` : `${min} min ${s} s`
}

/** `14:02:07`, UTC, as the robot's logs have it. */
export const clockTime = (at: number): string =>
  Number.isFinite(at) && Math.abs(at) < 8.64e15 ? new Date(at).toISOString().slice(11, 19) : '??:??:??'

export const size = (bytes: number): string =>
  bytes >= 1e9
    ? `${(bytes / 1e9).toFixed(1)} GB`
    : bytes >= 1e6
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${Math.round(bytes / 1e3)} kB`
