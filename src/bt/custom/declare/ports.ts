import type { ValueType } from '#bt/value/types.js'

/** Ports of a node by name, as its definition declares them. */
export type PortMap = Readonly<Record<string, PortDeclaration>>

export type PortDeclaration = InputDeclaration | OutputDeclaration | InOutDeclaration

export interface InputDeclaration<T = unknown, Optional extends boolean = boolean> extends Declaration<T> {
  readonly direction: 'in'
  readonly optional: Optional
}

export interface OutputDeclaration<T = unknown> extends Declaration<T> {
  readonly direction: 'out'
  readonly optional: boolean
}

/** Read and written: the tree must assign it a blackboard key. */
export interface InOutDeclaration<T = unknown, Optional extends boolean = boolean> extends Declaration<T> {
  readonly direction: 'inout'
  readonly optional: Optional
}

interface Declaration<T> {
  readonly type: ValueType<T>
  readonly description: string
  /** a value of the type, or a blackboard key in braces as text */
  readonly default: T | Pointer | undefined
}

/** A blackboard key as written in a tree: `{key}`; `{=}` is the key with the port's own name. */
type Pointer = `{${string}}`

/** Notes on a port in addition to its type; a string alone is the description. */
export interface PortNotes {
  readonly description?: string
}

/** `get` returns the default when the tree does not set the port. */
export interface DefaultNotes<T> extends PortNotes {
  readonly default: T | Pointer
}

/** The tree may omit the port: `get` returns `undefined`, `set` does nothing. */
export interface OptionalNotes extends PortNotes {
  readonly optional: true
}

/** An input port: `input(DOUBLE, 'm/s')`, `input(DOUBLE, { default: 0.5 })`, `input(STRING, { optional: true })`. */
export function input<T>(type: ValueType<T>, notes: OptionalNotes): InputDeclaration<T, true>
export function input<T>(
  type: ValueType<T>,
  notes?: string | PortNotes | DefaultNotes<NoInfer<T>>,
): InputDeclaration<T, false>
export function input<T>(type: ValueType<T>, notes?: string | Notes<T>): InputDeclaration<T> {
  return { direction: 'in', ...declaration(type, notes) }
}

/** An output port: `output(POSE, 'where the robot stands')`. A default can only be a key: `{ default: '{pose}' }`. */
export function output<T>(
  type: ValueType<T>,
  notes?: string | PortNotes | OptionalNotes | DefaultNotes<never>,
): OutputDeclaration<T> {
  return { direction: 'out', ...declaration<T>(type, notes) }
}

/** A port that is read and written: `inout(INT32, 'times tried')`. */
export function inout<T>(type: ValueType<T>, notes: OptionalNotes): InOutDeclaration<T, true>
export function inout<T>(
  type: ValueType<T>,
  notes?: string | PortNotes | DefaultNotes<never>,
): InOutDeclaration<T, false>
export function inout<T>(type: ValueType<T>, notes?: string | Notes<T>): InOutDeclaration<T> {
  return { direction: 'inout', ...declaration(type, notes) }
}

/** No ports at all. */
export type NoPorts = Readonly<Record<never, never>>

/** Names of the ports that can be read. */
export type Readable<P extends PortMap> = PortsOf<P, 'in' | 'inout'>

/** Names of the ports that can be written. */
export type Writable<P extends PortMap> = PortsOf<P, 'out' | 'inout'>

/** What `get` returns for a port: its data, or also `undefined` when the port is optional. */
export type Got<D extends PortDeclaration> = DataOf<D> | (true extends D['optional'] ? undefined : never)

/** The type of a port's values. */
export type DataOf<D extends PortDeclaration> = D extends { readonly type: ValueType<infer T> } ? T : never

type PortsOf<P extends PortMap, Direction extends PortDeclaration['direction']> = {
  [Name in keyof P]: P[Name]['direction'] extends Direction ? Name : never
}[keyof P] &
  string

interface Notes<T> extends PortNotes {
  readonly default?: T | Pointer
  readonly optional?: boolean
}

function declaration<T>(type: ValueType<T>, notes: string | Notes<T> = {}) {
  if (typeof notes === 'string') return { type, description: notes, default: undefined, optional: false }
  const { description = '', default: fallback, optional = false } = notes
  return { type, description, default: fallback, optional }
}
