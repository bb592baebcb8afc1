import type { Vec3 } from '#base/camera-model.js'
import { gripperAt } from '../body/arm.js'
import type { HomeScene } from '../scene.js'
import type { HomeState } from '../state.js'
import { ball, box, paint, rod, round, type Triangle } from './mesh.js'

/** A round base, a teal column with a white head, and one arm with an orange gripper. */
export function robotMesh({ base, arm }: HomeState, { robot }: HomeScene): Triangle[] {
  const { x, y, heading } = base
  const ahead = (by: number, left: number, z: number): Vec3 => [
    x + by * Math.cos(heading) - left * Math.sin(heading),
    y + by * Math.sin(heading) + left * Math.cos(heading),
    z,
  ]
  const at = (p: Vec3): { x: number; y: number; z: number; yaw: number } => ({
    x: p[0],
    y: p[1],
    z: p[2],
    yaw: heading,
  })
  const tip = gripperAt(base, arm)
  const end: Vec3 = [tip.x, tip.y, tip.z]
  const shoulder = ahead(0.1, -0.13, 0.78)
  return [
    ...round(
      at([x, y, 0.02]),
      { bottom: robot.radius, top: robot.radius, height: 0.2, sides: 28 },
      paint('#22282e'),
    ),
    ...round(
      at([x, y, 0.22]),
      { bottom: robot.radius * 0.96, top: robot.radius * 0.8, height: 0.05, sides: 28 },
      paint('#f2f4f5'),
    ),
    ...box(at(ahead(robot.radius * 0.75, 0, 0.272)), [0.1, 0.16, 0.012], paint('#24c4e0')),
    ...box(at(ahead(-0.04, 0, 0.26)), [0.2, 0.24, 0.66], paint('#0f9fb0')),
    ...round(at(ahead(-0.03, 0, 0.92)), { bottom: 0.05, top: 0.05, height: 0.06 }, paint('#3b434b')),
    ...box(at(ahead(-0.02, 0, 0.97)), [0.17, 0.26, 0.15], paint('#f7f9fa')),
    ...box(at(ahead(0.07, 0, 1.0)), [0.02, 0.2, 0.08], paint('#12161a')),
    ...box(at(ahead(-0.02, 0, 1.12)), [0.08, 0.08, 0.02], paint('#24c4e0')),
    ...armMesh(shoulder, elbowOf(shoulder, end, heading), end),
    ...fingers(end, heading),
  ]
}

/** length of each of the two links, m */
const LINK = 0.62

/** The elbow bends outwards and a little up, as far as two links of equal length need: the head sees past it. */
function elbowOf(a: Vec3, b: Vec3, heading: number): Vec3 {
  const away = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2])
  const bend = Math.min(0.32, Math.sqrt(Math.max(0.0025, LINK ** 2 - (away / 2) ** 2)) * 0.6)
  return [
    (a[0] + b[0]) / 2 + bend * Math.sin(heading),
    (a[1] + b[1]) / 2 - bend * Math.cos(heading),
    (a[2] + b[2]) / 2 + bend * 0.3,
  ]
}

const armMesh = (shoulder: Vec3, elbow: Vec3, end: Vec3): Triangle[] => [
  ...ball({ x: shoulder[0], y: shoulder[1], z: shoulder[2] - 0.07 }, 0.07, paint('#3b434b')),
  ...rod(shoulder, elbow, 0.045, paint('#dfe5e9')),
  ...ball({ x: elbow[0], y: elbow[1], z: elbow[2] - 0.055 }, 0.055, paint('#3b434b')),
  ...rod(elbow, end, 0.038, paint('#dfe5e9')),
]

function fingers([x, y, z]: Vec3, heading: number): Triangle[] {
  const side = (by: number): { x: number; y: number; z: number; yaw: number } => ({
    x: x - by * Math.sin(heading),
    y: y + by * Math.cos(heading),
    z: z - 0.07,
    yaw: heading,
  })
  const orange = paint('#ff7a1a')
  return [
    ...box({ x, y, z: z - 0.005, yaw: heading }, [0.08, 0.2, 0.05], paint('#2a2f34')),
    ...box(side(0.085), [0.06, 0.025, 0.09], orange),
    ...box(side(-0.085), [0.06, 0.025, 0.09], orange),
  ]
}
