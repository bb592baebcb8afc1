/** What an interface of ROS describes. */
export type InterfaceKind = 'msg' | 'action' | 'srv'

/**
 * The full name of an interface: `geometry_msgs/Twist`, as many write it, is `geometry_msgs/msg/Twist`.
 * A name that has its kind, or that is none, stays as it is.
 */
export const fullType = (type: string, kind: InterfaceKind): string =>
  type.replace(/^([^/]+)\/([^/]+)$/, (_, inside: string, name: string) => `${inside}/${kind}/${name}`)

/**
 * The full name of a topic, a service or an action. One without a slash in front is relative to the namespace of the
 * bridge, and that is the root: `launch/graft.launch.py` and rosbridge's own launch files start it there.
 */
export const fullName = (name: string): string => (name.startsWith('/') ? name : `/${name}`)

/**
 * Whether two names mean the same interface, whichever way they are written: with its kind, or
 * without it as ROS 1 has them and as people still write them.
 */
export const isSameType = (a: string, b: string, kind: InterfaceKind): boolean =>
  fullType(a.trim(), kind) === fullType(b.trim(), kind)

/** Whether a list of names, as ROS tells them, has this one. */
export const hasName = (names: readonly string[], name: string): boolean =>
  names.some((each) => fullName(each) === fullName(name))
