import type { Diagnostic } from '#base/diagnostic.js'

/** What the doctor can see of a computer. A fake one in tests; nothing here changes anything. */
export interface Machine {
  readonly node: { readonly version: string; readonly platform: string; readonly arch: string }
  /** who asks: 0 is root, who may do everything and so learns nothing from being allowed to */
  readonly uid: number
  readonly cores: number
  readonly memoryBytes: number
  /** of the last minute, processes */
  readonly load: number
  /** wall clock, milliseconds since the epoch */
  now(): number
  stat(path: string): Promise<FileStatus | undefined>
  /** may the one who asks? */
  may(path: string, what: 'read' | 'write'): Promise<boolean>
  read(path: string): Promise<string | undefined>
  /** where a link leads to */
  real(path: string): Promise<string | undefined>
  list(folder: string): Promise<readonly string[]>
  /** device files of paths and patterns, as `robot.devices` */
  devices(asked: string): Promise<readonly string[]>
  /** why a user cannot rely on a folder, since others can exchange it or write in it */
  strangers(folder: string, uid: number): Diagnostic | undefined
  freeBytes(path: string): Promise<number | undefined>
  /** @returns undefined when there is no such program */
  run(
    program: string,
    args: readonly string[],
  ): Promise<{ readonly code: number; readonly out: string } | undefined>
  /** @returns why one cannot listen there, or undefined when one can */
  portTaken(host: string, port: number): Promise<string | undefined>
  /** processes that hold a file open, `1234 node`; those of other users are seen by root alone */
  holders(path: string): Promise<readonly string[]>
  /** @returns why a package of graft's with native code cannot be loaded */
  loads(name: string): Promise<string | undefined>
  models(dir: string | null): Promise<ModelsFound>
  /** Says Hello on the serial devices. Moves nothing. */
  probe(
    devices: string,
  ): Promise<{ readonly device: string; readonly bootId: number } | { readonly why: string }>
}

export interface FileStatus {
  readonly kind: 'file' | 'folder' | 'device' | 'other'
  /** permission bits alone */
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly changedMs: number
}

interface ModelsFound {
  /** id and role of each, in the order in which they are taken */
  readonly models: readonly { readonly id: string; readonly role: string }[]
  readonly problems: readonly Diagnostic[]
}
