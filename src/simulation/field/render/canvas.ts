import { project, type CameraModel, type Vec3 } from '#base/camera-model.js'

/**
 * An SVG picture under construction, seen by one camera. Coordinates are rounded so that equal scenes give equal text.
 */
export interface Canvas {
  readonly camera: CameraModel
  /** a filled polygon in space */
  fill(points: readonly Vec3[], paint: string, opacity?: number): void
  /** several polygons as one shape: overlaps are painted once */
  fillAll(polygons: readonly (readonly Vec3[])[], paint: string, opacity?: number): void
  /** open or closed lines; `width` in metres at the first point */
  stroke(lines: readonly (readonly Vec3[])[], paint: string, width: number, options?: StrokeOptions): void
  raw(element: string): void
  svg(): string
}

interface StrokeOptions {
  readonly closed?: boolean
  readonly opacity?: number
  readonly round?: boolean
}

export function createCanvas(camera: CameraModel): Canvas {
  const parts: string[] = []
  const path = (points: readonly Vec3[], closed: boolean): string => {
    let d = ''
    for (const point of points) {
      const pixel = project(camera, point)
      if (pixel === undefined) return ''
      d += `${d === '' ? 'M' : 'L'}${round(pixel.u)} ${round(pixel.v)}`
    }
    return closed ? `${d}Z` : d
  }
  const element = (d: string, attributes: string): void => {
    if (d !== '') parts.push(`<path d="${d}" ${attributes}/>`)
  }
  const fillAll: Canvas['fillAll'] = (polygons, paint, opacity = 1) => {
    element(polygons.map((p) => path(p, true)).join(''), `fill="${paint}"${alpha(opacity)}`)
  }
  return {
    camera,
    fill: (points, paint, opacity) => fillAll([points], paint, opacity),
    fillAll,
    stroke: (lines, paint, width, { closed = false, opacity = 1, round: soft = false } = {}) => {
      const depth = project(camera, lines[0]?.[0] ?? camera.lookAt)?.depth ?? 1
      const caps = soft ? ' stroke-linecap="round" stroke-linejoin="round"' : ''
      const px = round((camera.focal * width) / depth)
      const d = lines.map((line) => path(line, closed)).join('')
      element(d, `fill="none" stroke="${paint}" stroke-width="${px}"${caps}${alpha(opacity)}`)
    },
    raw: (text) => {
      parts.push(text)
    },
    svg: () => {
      const { width, height } = camera
      const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`
      return `${head} viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`
    },
  }
}

const round = (n: number): number => Math.round(n * 100) / 100
const alpha = (opacity: number): string => (opacity === 1 ? '' : ` opacity="${round(opacity)}"`)
